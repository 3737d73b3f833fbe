// The threads of an executor, and which of them are at work: whoever waits for memory wants to know
// whether anybody may still give some back.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>

namespace graphrun {

struct alignas(64) Worker {
  std::atomic<bool> is_busy = false;
  std::uint32_t number = 0;  // of the host's threads, 0 being the one that called
};

class Workers {
 public:
  // Not thread safe: made before any of them works. It never moves.
  Worker& add(std::uint32_t number) {
    Worker& worker = workers_.emplace_back();
    worker.number = number;
    return worker;
  }

  bool others_are_busy(const Worker& worker) const {
    return std::ranges::any_of(workers_, [&](const Worker& other) {
      return &other != &worker && other.is_busy.load(std::memory_order_relaxed);
    });
  }

 private:
  std::deque<Worker> workers_;
};

}  // namespace graphrun
