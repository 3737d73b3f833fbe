#include "runtime/compute_share.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace graphrun {
namespace {

std::atomic<int> all_threads = 0;  // 0: not set yet
std::atomic<int> sharing = 0;      // shares of some cores that are held now
std::mutex turn;                   // held with all cores

}  // namespace

void set_intra_op_threads(int threads) {
  static const int machine_threads = omp_get_max_threads();  // before anything changed it
  all_threads = threads > 0 ? threads : machine_threads;
}

int intra_op_threads() {
  if (all_threads == 0) set_intra_op_threads(0);
  return all_threads;
}

ComputeShare::ComputeShare(Use use) : use_(use), threads_(intra_op_threads()) {
  if (use == Use::all_cores) {
    turn.lock();
  } else {
    threads_ = std::max(1, threads_ / (sharing.fetch_add(1) + 1));
  }
  if (omp_get_max_threads() != threads_) omp_set_num_threads(threads_);
}

ComputeShare::~ComputeShare() {
  if (use_ == Use::all_cores) {
    turn.unlock();
  } else {
    sharing.fetch_sub(1);
  }
}

}  // namespace graphrun
