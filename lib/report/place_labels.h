// Short names for where things happen in a run: devices, memories, queues and threads.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/device_info.h"
#include "runtime/plan.h"

namespace graphrun {

class PlaceLabels {
 public:
  // `devices` are the placement's. Names are short, "/gpu:0", where all are of one task.
  explicit PlaceLabels(std::span<const DeviceInfo> devices);

  const std::string& device(DeviceIndex device) const { return devices_[device]; }
  // The device that a memory counts as: of a host's, its first CPU.
  DeviceIndex owner(const Space& space) const {
    return space.is_host ? clients_[space.device] : space.device;
  }
  const std::string& memory(const Space& space) const { return devices_[owner(space)]; }
  // "/gpu:0 compute", "/gpu:0 copies in", "/cpu:0 thread 1".
  std::string track(const Plan& plan, LaneId lane, std::uint32_t thread) const;
  // "compute", "copies in", "thread 1".
  static std::string track_of_device(const Lane& lane, std::uint32_t thread);

  // "/gpu:0 and /gpu:1 are simulated: ...", a line, or nothing where none of these is.
  std::string simulation_note(std::span<const DeviceIndex> devices) const;
  bool is_simulated(DeviceIndex device) const { return is_simulated_[device]; }

 private:
  std::vector<std::string> devices_;
  std::vector<bool> is_simulated_;
  std::vector<DeviceIndex> clients_;  // by device: the CPU whose memory its host's is
};

}  // namespace graphrun
