// How many cores a kernel may use: all of them when it runs alone, a share of them when others run
// beside it. One policy for the whole program, since OpenMP's pool (oneDNN's too) is one.
//
// A kernel that has much to do holds a ComputeShare while it does it; within, parallel_for and
// oneDNN use that many threads.

#pragma once

namespace graphrun {

// The cores that kernels share; 0: as many as OpenMP would use (OMP_NUM_THREADS, or all there are).
// Not thread safe: set before anything runs.
void set_intra_op_threads(int threads);
int intra_op_threads();

class ComputeShare {
 public:
  ComputeShare();
  ~ComputeShare();

  ComputeShare(const ComputeShare&) = delete;
  ComputeShare& operator=(const ComputeShare&) = delete;

  int threads() const { return threads_; }

 private:
  int threads_;
};

}  // namespace graphrun
