#include "runtime/compute_share.h"

#include <omp.h>

#include <algorithm>
#include <atomic>

namespace graphrun {
namespace {

std::atomic<int> all_threads = 0;  // 0: not set yet
std::atomic<int> sharing = 0;      // ComputeShares that are held now

}  // namespace

void set_intra_op_threads(int threads) {
  all_threads = threads > 0 ? threads : omp_get_max_threads();
}

int intra_op_threads() {
  if (all_threads == 0) set_intra_op_threads(0);
  return all_threads;
}

ComputeShare::ComputeShare()
    : threads_(std::max(1, intra_op_threads() / (sharing.fetch_add(1) + 1))) {
  if (omp_get_max_threads() != threads_) omp_set_num_threads(threads_);
}

ComputeShare::~ComputeShare() { sharing.fetch_sub(1); }

}  // namespace graphrun
