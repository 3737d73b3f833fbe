#include "report/place_labels.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {
namespace {

bool same_task(const DeviceName& a, const DeviceName& b) {
  return a.job == b.job && a.replica == b.replica && a.task == b.task;
}

}  // namespace

PlaceLabels::PlaceLabels(std::span<const DeviceInfo> devices) {
  const bool is_one_task = std::ranges::all_of(devices, [&](const DeviceInfo& device) {
    return same_task(device.name, devices.front().name);
  });
  for (DeviceIndex device = 0; device < devices.size(); ++device) {
    const DeviceInfo& info = devices[device];
    devices_.push_back(is_one_task ? short_name(info.name) : to_string(info.name));
    is_simulated_.push_back(info.is_simulated);
    const auto client = std::ranges::find_if(devices, [&](const DeviceInfo& other) {
      return other.name.type == DeviceType::cpu && same_task(other.name, info.name);
    });
    clients_.push_back(
        client == devices.end() ? device : static_cast<DeviceIndex>(client - devices.begin()));
  }
}

std::string PlaceLabels::track(const Plan& plan, LaneId lane, std::uint32_t thread) const {
  const Lane& of = plan.lanes[lane];
  return fmt::format("{} {}", devices_[of.device], track_of_device(of, thread));
}

std::string PlaceLabels::track_of_device(const Lane& lane, std::uint32_t thread) {
  switch (lane.kind) {
    case Lane::Kind::host: return fmt::format("thread {}", thread);
    case Lane::Kind::compute: return "compute";
    case Lane::Kind::copies_in: return "copies in";
    case Lane::Kind::copies_out: break;
  }
  return "copies out";
}

std::string PlaceLabels::simulation_note(std::span<const DeviceIndex> devices) const {
  std::string simulated;
  for (const DeviceIndex device : devices) {
    if (!is_simulated_[device]) continue;
    simulated += (simulated.empty() ? "" : ", ") + devices_[device];
  }
  if (simulated.empty()) return {};
  return fmt::format("simulated on this machine's CPU, so that times are not a GPU's: {}\n",
                     simulated);
}

}  // namespace graphrun
