// A loop over elements, shared by the cores that the calling thread may use.
//
// One pool of threads serves the whole program: OpenMP's, which oneDNN uses too. How many of them a
// kernel may use is decided in runtime/compute_share.h and is in force for the calling thread.

#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace graphrun {

// Calls body(first, end) for ranges that together cover [0, elements), side by side where each
// thread gets at least `grain` elements. `body` must not throw.
template <typename Body>
void parallel_for(std::int64_t elements, std::int64_t grain, const Body& body) {
  const std::int64_t threads =
      std::min<std::int64_t>(omp_get_max_threads(), elements / std::max<std::int64_t>(grain, 1));
  if (threads <= 1) {
    if (elements > 0) body(std::int64_t{0}, elements);
    return;
  }
#pragma omp parallel num_threads(static_cast <int>(threads))
  {
    const std::int64_t team = omp_get_num_threads();
    const std::int64_t member = omp_get_thread_num();
    const std::int64_t first = elements * member / team;
    const std::int64_t end = elements * (member + 1) / team;
    if (first < end) body(first, end);
  }
}

}  // namespace graphrun
