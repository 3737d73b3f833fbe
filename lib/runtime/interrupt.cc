#include "runtime/interrupt.h"

#include <atomic>
#include <csignal>

namespace graphrun {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a signal handler may set it

void on_signal(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool is_interrupted() { return interrupted.load(std::memory_order_relaxed); }

}  // namespace graphrun
