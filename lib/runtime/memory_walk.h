// Carries out plans in name only: takes and gives back memory as a session would, and remembers
// the peak of each memory and who held it.

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "runtime/fed_shapes.h"
#include "runtime/memory_plan.h"
#include "runtime/plan.h"
#include "runtime/pretend_memory.h"
#include "runtime/walk_order.h"

namespace graphrun {

class MemoryWalk {
 public:
  // All arguments must outlive it.
  MemoryWalk(const MemoryQuestion& question, const FedShapes& shapes, Copies copies)
      : question_(question), graph_(question.graph), shapes_(shapes), copies_(copies) {}

  // One run of the session. Constants and variables stay for the next.
  void carry_out(const Plan& plan);

  // Of all runs so far. REQUIRES: called once, last.
  std::vector<MemoryNeed> take_needs();
  std::vector<OutputRef> open_tensors() const { return {open_.begin(), open_.end()}; }

 private:
  using PieceId = std::uint32_t;
  static constexpr PieceId kNoPiece = 0xffffffffu;

  // Moments are numbered: an allocation or its end is one.
  struct Piece {
    std::size_t account = 0;
    PretendMemory::Piece memory;
    MemoryOwner owner;
    std::uint64_t born = 0;
    std::uint64_t died = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t owners = 1;
  };
  // What a slot holds: a piece that it owns with others, a variable, or nothing that is counted.
  struct Content {
    PieceId piece = kNoPiece;
    NodeId variable = kNoNode;
  };
  struct Account {
    MemoryNeed need;
    std::unique_ptr<PretendMemory> memory;
    std::uint64_t peak_at = 0;
  };

  void run_copy(const Step& step);
  void run_node(const Step& step);
  void read_inputs(const Step& step);
  Content output(const Step& step, std::uint32_t i);
  const Content* passed_on(const Step& step, std::uint32_t i) const;
  PieceId taken_over(const Step& step, std::uint32_t i);
  void release_after(const Step& step);

  std::size_t account_of(SpaceId id);
  // kNoPiece where it takes no memory, or no one knows how much.
  PieceId allocate(SpaceId space, OutputRef tensor, OutputRef measured, MemoryUse use);
  Content shared(Content content);
  void release(Content& content);
  void release_piece(PieceId id);

  const MemoryQuestion& question_;
  const Graph& graph_;
  const FedShapes& shapes_;
  Copies copies_;

  std::vector<Account> accounts_;
  std::map<std::pair<bool, DeviceIndex>, std::size_t> account_of_memory_;
  std::vector<Piece> pieces_;  // all there ever were
  std::uint64_t now_ = 0;
  std::map<OutputRef, Content> kept_;    // constants
  std::map<NodeId, PieceId> variables_;  // their values
  std::set<NodeId> fed_;                 // placeholders whose feeds were counted
  std::set<OutputRef> open_;

  const Plan* plan_ = nullptr;  // of the run now
  NodeId node_ = kNoNode;       // that runs now
  std::vector<Content> slots_;
  std::vector<std::uint32_t> readers_;
  std::vector<Content> inputs_;  // of the node that runs; variables' values are held
  NodeId updated_ = kNoNode;     // the variable that it sets
};

}  // namespace graphrun
