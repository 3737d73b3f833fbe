// Kernels on the CPU: the threads of a block take turns, and the blocks come one after the other.

#pragma once

#include <cstdint>
#include <functional>

// Calls `kernel` for every thread, which finds its number in threadIdx and its like. Ends the
// program where a barrier or an exchange is not reached by all threads that must.
void emulated_launch(std::int64_t blocks, int threads, const std::function<void()>& kernel);
