// The memory of a device, or of a host: where tensors are allocated.

#pragma once

#include <cstddef>
#include <string>

#include "runtime/bfc_allocator.h"

namespace graphrun {

// Thread safe.
class Memory {
 public:
  virtual ~Memory() = default;

  // Aligned for every element type and vector register. `bytes` > 0. nullptr: out of memory.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void deallocate(void* memory) noexcept = 0;

  virtual const std::string& name() const = 0;  // "GPU_0_bfc", "cpu"
  virtual BfcStatistics statistics() const = 0;
  // TensorFlow's dump of every chunk, for the log; empty where there is none.
  virtual std::string report(std::size_t requested_bytes) const = 0;
};

}  // namespace graphrun
