#include "backends/sim/mapped_regions.h"

#include <sys/mman.h>

namespace graphrun {

void* MappedRegions::take(std::size_t bytes) {
  void* region = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED) return nullptr;
  // Large pages save faults; where there are none, small ones do.
  madvise(region, bytes, MADV_HUGEPAGE);
  return region;
}

void MappedRegions::give_back(void* region, std::size_t bytes) noexcept { munmap(region, bytes); }

}  // namespace graphrun
