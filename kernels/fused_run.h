// Carries out the program of a FusedOp on ranges of elements.
//
// The tensors are cut into blocks that stay in the cache: every step is done to one block before
// the next block is begun, so that what one step makes the next one finds there. Steps of which
// each takes but the last one's result, and whose ops can, are done together on tiles, whose values
// do not even go to the cache; where all steps are such, there are no blocks.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/fused_op.h"
#include "kernels/tiles.h"
#include "runtime/kernel_context.h"

namespace graphrun {

class FusedRun {
 public:
  // REQUIRES: the context's node has a FusedOp; there are elements.
  explicit FusedRun(KernelContext& context);

  // Thread safe; ranges must not overlap.
  void run(std::int64_t first, std::int64_t end) const;

 private:
  // Scratch blocks and the operands' blocks together fit the first level of the cache.
  static constexpr std::size_t kScratchBytes = 32 * 1024;
  static constexpr std::size_t kLargestBlockBytes = 4 * 1024;
  static constexpr std::size_t kTileBytes = kTileVectors * 64;  // the largest

  struct Value {
    const std::byte* data = nullptr;
    std::int64_t step = 1;
  };
  // Steps that follow one another: done on tiles, or one to a block.
  struct Segment {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::uint32_t start = 0;  // the value that a chain of tiles begins with
    bool is_chain = false;
  };
  // What is where for the elements from `at` on.
  struct Block {
    std::int64_t at;
    std::int64_t elements;
    std::byte* scratch;
  };

  void find_chains();
  bool continues(std::uint32_t step, const std::vector<std::uint32_t>& readers) const;
  TileForm form_in_chain(const FusedOp::Instruction& step, std::uint32_t tile) const;
  bool has_tile(const FusedOp::Instruction& step, std::uint32_t tile) const;
  bool is_one(std::uint32_t value) const { return value < operands_ && op_.is_one[value]; }
  Value value_in(const Block& block, std::uint32_t value) const;
  std::byte* result_in(const Block& block, std::uint32_t step) const;
  void run_on_blocks(const Block& block, std::uint32_t first, std::uint32_t end) const;
  void run_on_tiles(const Block& block, const Segment& segment) const;

  const FusedOp& op_;
  DType dtype_;
  std::int64_t element_bytes_;
  std::uint32_t operands_;
  std::int64_t tile_;          // elements
  std::int64_t block_;         // elements, whole tiles
  std::size_t scratch_bytes_;  // of a scratch block
  std::array<Value, FusedOp::kMostOperands> operand_;
  std::byte* out_;
  std::vector<Segment> segments_;  // for whole tiles
};

}  // namespace graphrun
