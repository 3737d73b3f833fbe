// How often a loop turns, and with which numbers.

#pragma once

#include <cstdint>
#include <optional>

#include "model/evaluator.h"

namespace graphrun {

// As Python's range: first, first + step, ... before end.
struct LoopRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
  std::int64_t step = 1;

  std::uint64_t turns() const;
};

// `repeat: N`. nullopt with a complaint.
std::optional<LoopRange> read_repeat(Evaluator& evaluator, ValueId at);

// `range: N`, `range: [first, end]` or `range: [first, end, step]`. nullopt with a complaint.
std::optional<LoopRange> read_range(Evaluator& evaluator, ValueId at);

}  // namespace graphrun
