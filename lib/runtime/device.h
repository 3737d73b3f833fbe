// A device: its memory, whose kernels it runs, and copies between its memory and the host's.
//
// The executor gives each device's work to queues, in the order of the plan: one that computes, one
// that copies in, one that copies out, so that copies overlap the computing. A queue's work is
// given to the device from one thread; different queues run side by side.

#pragma once

#include <cstddef>

#include "base/device_info.h"
#include "runtime/memory.h"

namespace graphrun {

class Device {
 public:
  virtual ~Device() = default;

  virtual const DeviceInfo& info() const = 0;

  // Whose kernels it runs: its own type's, except that a simulated GPU runs the CPU's.
  virtual DeviceType kernels() const = 0;

  // Its own memory. A CPU's is its host's.
  virtual Memory& memory() = 0;
  // The memory of the host that it belongs to; hosts are the tasks of a job.
  virtual Memory& host_memory() = 0;

  // Between its memory and any host memory. Done when the call returns.
  virtual void copy_from_host(void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_to_host(void* to, const void* from, std::size_t bytes) = 0;
  // From the memory of another device of the same kind; false: the copy must go by way of the host.
  virtual bool copy_from_peer(void* to, const void* from, std::size_t bytes) = 0;
};

}  // namespace graphrun
