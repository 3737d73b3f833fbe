#include "kernels/fused_run.h"

#include <algorithm>
#include <limits>

namespace graphrun {

FusedRun::FusedRun(KernelContext& context)
    : op_(static_cast<const FusedOp&>(*context.node().op)),
      dtype_(context.type()),
      element_bytes_(static_cast<std::int64_t>(bytes_per_element(context.type()))),
      operands_(static_cast<std::uint32_t>(context.inputs())),
      tile_(tile_elements(context.type())) {
  const Tensor& output = context.output();
  out_ = static_cast<std::byte*>(output.data());
  // As the ops' own kernels step: a single element is one beside another.
  const bool repeats = output.elements() > 1;
  for (std::uint32_t i = 0; i < operands_; ++i) {
    operand_[i] = {static_cast<const std::byte*>(context.input(static_cast<int>(i)).data()),
                   op_.is_one[i] && repeats ? 0 : 1};
  }
  const std::size_t blocks = std::max<std::size_t>(op_.blocks_needed, 1);
  scratch_bytes_ = std::min(kLargestBlockBytes, kScratchBytes / blocks / kTileBytes * kTileBytes);
  block_ = static_cast<std::int64_t>(scratch_bytes_) / element_bytes_;
  if (output.elements() >= tile_) find_chains();
}

void FusedRun::find_chains() {
  std::vector<std::uint32_t> readers(op_.steps.size());
  for (const FusedOp::Instruction& step : op_.steps) {
    if (step.x >= operands_) ++readers[step.x - operands_];
    if (step.y >= operands_ && step.y != step.x) ++readers[step.y - operands_];
  }
  const auto steps = static_cast<std::uint32_t>(op_.steps.size());
  for (std::uint32_t first = 0; first < steps;) {
    const FusedOp::Instruction& step = op_.steps[first];
    const std::uint32_t start = is_one(step.x) ? step.y : step.x;
    std::uint32_t end = first + 1;
    const bool is_chain = has_tile(step, start);
    while (is_chain && end < steps && continues(end, readers)) ++end;
    segments_.push_back({first, end, start, is_chain && end > first + 1});
    first = end;
  }
  // A program that is one chain keeps nothing in blocks.
  if (segments_.size() == 1 && segments_.front().is_chain) {
    block_ = std::numeric_limits<std::int64_t>::max() / tile_ * tile_;
  }
}

// Whether `step` takes the result of the one before it, which nobody else does, on tiles.
bool FusedRun::continues(std::uint32_t step, const std::vector<std::uint32_t>& readers) const {
  const std::uint32_t before = operands_ + step - 1;
  const FusedOp::Instruction& next = op_.steps[step];
  return readers[step - 1] == 1 && (next.x == before || next.y == before) && has_tile(next, before);
}

TileForm FusedRun::form_in_chain(const FusedOp::Instruction& step, std::uint32_t tile) const {
  if (step.op->inputs.size() == 1) return TileForm::tile;
  if (step.x == step.y) return TileForm::tile_tile;
  if (step.x == tile) return is_one(step.y) ? TileForm::tile_one : TileForm::tile_all;
  return is_one(step.x) ? TileForm::one_tile : TileForm::all_tile;
}

bool FusedRun::has_tile(const FusedOp::Instruction& step, std::uint32_t tile) const {
  return step.block_def->tiles[static_cast<std::size_t>(form_in_chain(step, tile))] != nullptr;
}

FusedRun::Value FusedRun::value_in(const Block& block, std::uint32_t value) const {
  if (value >= operands_) return {result_in(block, value - operands_), 1};
  const Value& operand = operand_[value];
  return {operand.data + block.at * operand.step * element_bytes_, operand.step};
}

std::byte* FusedRun::result_in(const Block& block, std::uint32_t step) const {
  if (step + 1 == op_.steps.size()) return out_ + block.at * element_bytes_;
  return block.scratch + op_.steps[step].block * scratch_bytes_;
}

void FusedRun::run(std::int64_t first, std::int64_t end) const {
  alignas(kTileBytes) std::array<std::byte, kScratchBytes> scratch;
  for (std::int64_t at = first; at < end;) {
    // Whole tiles, then the few elements that are left over.
    const std::int64_t left = end - at;
    const bool is_tiled = left >= tile_;
    const std::int64_t elements = is_tiled ? std::min(left / tile_ * tile_, block_) : left;
    const Block block{at, elements, scratch.data()};
    if (!is_tiled) {
      run_on_blocks(block, 0, static_cast<std::uint32_t>(op_.steps.size()));
    } else {
      for (const Segment& segment : segments_) {
        if (segment.is_chain) {
          run_on_tiles(block, segment);
        } else {
          run_on_blocks(block, segment.first, segment.end);
        }
      }
    }
    at += elements;
  }
}

void FusedRun::run_on_blocks(const Block& block, std::uint32_t first, std::uint32_t end) const {
  for (std::uint32_t i = first; i < end; ++i) {
    const FusedOp::Instruction& step = op_.steps[i];
    const Value x = value_in(block, step.x);
    const Value y = value_in(block, step.y);
    step.block_def->run(x.data, x.step, y.data, y.step, result_in(block, i), block.elements);
  }
}

void FusedRun::run_on_tiles(const Block& block, const Segment& segment) const {
  std::array<TileStep, FusedOp::kMostSteps + 1> steps;
  std::uint32_t tile = segment.start;
  std::size_t count = 0;
  for (std::uint32_t i = segment.first; i < segment.end; ++i) {
    const FusedOp::Instruction& step = op_.steps[i];
    const TileForm form = form_in_chain(step, tile);
    const std::uint32_t other = step.x == tile ? step.y : step.x;
    steps[count++] = {step.block_def->tiles[static_cast<std::size_t>(form)],
                      value_in(block, other).data};
    tile = operands_ + i;
  }
  steps[count] = {tile_store(dtype_), result_in(block, segment.end - 1)};
  run_tiles(dtype_, steps.data(), value_in(block, segment.start).data, block.elements);
}

}  // namespace graphrun
