// The memory of a host. Small pieces come from malloc; large ones from the same allocator as a
// GPU's, growing, so that memory which was touched once is used again: a fresh page costs a fault.

#pragma once

#include <atomic>
#include <string>

#include "backends/sim/mapped_regions.h"
#include "runtime/memory.h"

namespace graphrun {

class HostMemory final : public Memory {
 public:
  // Refuses beyond what the machine has.
  explicit HostMemory(std::string name);

  void* allocate(std::size_t bytes) override;
  void deallocate(void* memory) noexcept override;
  const std::string& name() const override { return name_; }
  BfcStatistics statistics() const override;
  std::string report(std::size_t) const override { return {}; }

 private:
  std::string name_;
  MappedRegions regions_;
  BfcAllocator large_;
};

}  // namespace graphrun
