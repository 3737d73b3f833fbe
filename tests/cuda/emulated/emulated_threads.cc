#include "emulated_threads.h"

#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "cuda_runtime.h"
#include "emulated_memory.h"

EmulatedIndex threadIdx, blockIdx, blockDim, gridDim;

namespace {

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr std::size_t kWarp = 32;

enum class State { ready, at_barrier, at_exchange, done };

struct Thread {
  ucontext_t context{};
  std::unique_ptr<char[]> stack = std::make_unique<char[]>(kStackBytes);
  State state = State::done;
  std::uint64_t value = 0;  // that it exchanges, then that it got
  std::size_t lanes = 0;
};

// One launch runs at a time: it holds an EmulatedAccess.
std::vector<Thread> block;
std::size_t threads_at_work = 0;  // of the block
std::size_t current = 0;
ucontext_t scheduler;
const std::function<void()>* kernel_at_work = nullptr;

void wait_in(State state) {
  Thread& thread = block[current];
  thread.state = state;
  swapcontext(&thread.context, &scheduler);
}

void run_thread() {
  (*kernel_at_work)();
  wait_in(State::done);
}

bool all_are(State state, std::size_t first, std::size_t end) {
  return std::all_of(block.begin() + static_cast<std::ptrdiff_t>(first),
                     block.begin() + static_cast<std::ptrdiff_t>(end),
                     [state](const Thread& thread) { return thread.state == state; });
}

void set_all(State state, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) block[i].state = state;
}

// Gives the threads of each warp that has come to an exchange their values; whether there was one.
bool exchange() {
  bool did = false;
  for (std::size_t warp = 0; warp < threads_at_work; warp += kWarp) {
    const std::size_t end = std::min(warp + kWarp, threads_at_work);
    if (!all_are(State::at_exchange, warp, end)) continue;
    std::vector<std::uint64_t> given;
    for (std::size_t i = warp; i < end; ++i) given.push_back(block[i].value);
    for (std::size_t i = warp; i < end; ++i) block[i].value = given[(i - warp) ^ block[i].lanes];
    set_all(State::ready, warp, end);
    did = true;
  }
  return did;
}

void run_block() {
  for (std::size_t i = 0; i < threads_at_work; ++i) {
    Thread& thread = block[i];
    thread.state = State::ready;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = kStackBytes;
    thread.context.uc_link = nullptr;
    makecontext(&thread.context, run_thread, 0);
  }
  while (!all_are(State::done, 0, threads_at_work)) {
    for (current = 0; current < threads_at_work; ++current) {
      if (block[current].state != State::ready) continue;
      threadIdx.x = static_cast<unsigned>(current);
      swapcontext(&scheduler, &block[current].context);
    }
    if (exchange()) continue;
    if (all_are(State::at_barrier, 0, threads_at_work)) {
      set_all(State::ready, 0, threads_at_work);
    } else if (!all_are(State::done, 0, threads_at_work)) {
      std::fputs("an emulated kernel's barrier is not reached by all threads\n", stderr);
      std::abort();
    }
  }
}

}  // namespace

void __syncthreads() { wait_in(State::at_barrier); }

std::uint64_t emulated_exchange(std::uint64_t value, int lanes) {
  block[current].value = value;
  block[current].lanes = static_cast<std::size_t>(lanes);
  wait_in(State::at_exchange);
  return block[current].value;
}

void emulated_launch(std::int64_t blocks, int threads, const std::function<void()>& kernel) {
  if (blocks <= 0 || blocks > 0x7fffffff || threads <= 0 || threads > 1024) {
    std::fputs("an emulated launch is of no blocks, or of too many\n", stderr);
    std::abort();
  }
  const EmulatedAccess access;
  kernel_at_work = &kernel;
  threads_at_work = static_cast<std::size_t>(threads);
  if (block.size() < threads_at_work) block.resize(threads_at_work);
  gridDim.x = static_cast<unsigned>(blocks);
  blockDim.x = static_cast<unsigned>(threads);
  for (std::int64_t i = 0; i < blocks; ++i) {
    blockIdx.x = static_cast<unsigned>(i);
    run_block();
  }
}
