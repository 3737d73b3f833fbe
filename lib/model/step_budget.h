// Bounds the work that a file may cause, so that loops in loops in loops end in an error and not in
// an hour. Work is counted in steps of some nanoseconds: an entry met, a turn of a loop, an element
// of a list copied. A file may take so many steps whatever comes of them, and more for each node.

#pragma once

#include <cstddef>
#include <cstdint>

namespace graphrun {

class StepBudget {
 public:
  explicit StepBudget(std::size_t values_of_file) : left_(kFree + kPerValue * values_of_file) {}

  // False: there are not as many left.
  bool spend(std::uint64_t steps) {
    if (steps > left_) return false;
    left_ -= steps;
    return true;
  }
  void a_node_was_made() { left_ += kPerNode; }

 private:
  static constexpr std::uint64_t kFree = 20'000'000;
  static constexpr std::uint64_t kPerValue = 4;
  static constexpr std::uint64_t kPerNode = 16;

  std::uint64_t left_;
};

}  // namespace graphrun
