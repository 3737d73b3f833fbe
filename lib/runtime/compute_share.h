// How many cores a kernel may use. One policy for the whole program, since OpenMP's pool, which
// oneDNN uses too, is one:
//
//   A kernel that divides well over all cores (a large product) has them to itself for as long as
//   it runs, and others like it wait their turn: two of them side by side would take as long
//   together, and leave cores idle when one ends before the other. Kernels that divide less well
//   share the cores: each has all of them while it runs alone, a part when others run beside it.
//
// A kernel that has much to do holds a ComputeShare while it does it; within, parallel_for and
// oneDNN use that many threads.

#pragma once

#include <cstdint>

namespace graphrun {

// The cores that kernels share; 0: as many as OpenMP would use (OMP_NUM_THREADS, or all there are).
// Not thread safe: set before anything runs.
void set_intra_op_threads(int threads);
int intra_op_threads();

class ComputeShare {
 public:
  enum class Use : std::uint8_t { some_cores, all_cores };

  explicit ComputeShare(Use use = Use::some_cores);
  ~ComputeShare();

  ComputeShare(const ComputeShare&) = delete;
  ComputeShare& operator=(const ComputeShare&) = delete;

  int threads() const { return threads_; }

 private:
  Use use_;
  int threads_;
};

}  // namespace graphrun
