// How long the phases of a run took, one after the other: those that happened, in their order.

#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace graphrun {

// In the order in which they come. A phase that is not among a run's times did not happen.
enum class Phase : std::uint8_t {
  read,        // the file's text, to entries with positions
  expand,      // entries, to a graph
  place,       // a device for every node
  passes,      // the placed graph, to one that does less
  initialize,  // variables given their first values, where there are any
  plan,        // steps and copies, and the threads that carry them out
  feed,        // fed tensors read or made
  first_run,
};

constexpr std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::read: return "read";
    case Phase::expand: return "expand";
    case Phase::place: return "place";
    case Phase::passes: return "passes";
    case Phase::initialize: return "initialize";
    case Phase::plan: return "plan";
    case Phase::feed: return "feed";
    case Phase::first_run: break;
  }
  return "first run";
}

struct PhaseTime {
  Phase phase = Phase::read;
  std::int64_t ns = 0;

  friend bool operator==(const PhaseTime&, const PhaseTime&) = default;
};

using PhaseTimes = std::vector<PhaseTime>;

// Times what happens between its making and done(), or between two calls of done().
class PhaseClock {
 public:
  // `times` may be nullptr: then nothing is kept.
  explicit PhaseClock(PhaseTimes* times) : times_(times) {}

  void done(Phase phase) {
    const auto now = std::chrono::steady_clock::now();
    if (times_ != nullptr) {
      times_->push_back({phase, std::chrono::nanoseconds(now - begin_).count()});
    }
    begin_ = now;
  }

 private:
  PhaseTimes* times_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace graphrun
