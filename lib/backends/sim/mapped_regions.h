// Regions of address space for an allocator to divide. The system gives a page memory when it is
// first touched, so that a simulated GPU may "take" 16 GiB on a machine that has 8.

#pragma once

#include "runtime/bfc_allocator.h"

namespace graphrun {

class MappedRegions final : public RegionSource {
 public:
  void* take(std::size_t bytes) override;
  void give_back(void* region, std::size_t bytes) noexcept override;
};

}  // namespace graphrun
