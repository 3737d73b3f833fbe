// The memory of a GPU, or of a part of one: regions of the driver's, divided as a simulated GPU's
// are.

#pragma once

#include "runtime/memory.h"

namespace graphrun {

// Takes regions from the driver.
class CudaRegions final : public RegionSource {
 public:
  // `is_unified`: memory that the driver moves between host and GPU, so that there may be more of
  // it than the GPU has.
  CudaRegions(int ordinal, bool is_unified) : ordinal_(ordinal), is_unified_(is_unified) {}

  void* take(std::size_t bytes) override;
  void give_back(void* region, std::size_t bytes) noexcept override;

 private:
  int ordinal_;
  bool is_unified_;
};

class CudaMemory final : public Memory {
 public:
  CudaMemory(int ordinal, bool is_unified, BfcAllocator::Options options)
      : regions_(ordinal, is_unified), allocator_(std::move(options), regions_) {}

  void* allocate(std::size_t bytes) override { return allocator_.allocate(bytes); }
  void deallocate(void* memory) noexcept override { allocator_.deallocate(memory); }
  const std::string& name() const override { return allocator_.name(); }
  BfcStatistics statistics() const override { return allocator_.statistics(); }
  std::string report(std::size_t requested_bytes) const override;

 private:
  CudaRegions regions_;
  BfcAllocator allocator_;
};

}  // namespace graphrun
