// A graph file's text, placed on simulated devices and ready to run: what tests of the runtime
// begin with.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/open_devices.h"
#include "base/error.h"
#include "kernels/catalog.h"
#include "model/read_model.h"
#include "placement/placer.h"
#include "runtime/session.h"

namespace graphrun::session_fixture {

inline constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

inline const OpCatalog& ops() {
  static const OpCatalog catalog = make_catalog();
  return catalog;
}

// A CPU, and simulated GPUs of so many bytes each.
inline std::vector<DeviceInfo> machine(int gpus, std::uint64_t gpu_bytes = 64 * kMiB) {
  std::vector<DeviceInfo> devices = {DeviceInfo{}};
  for (int id = 0; id < gpus; ++id) {
    devices.push_back({.name = {.type = DeviceType::gpu, .id = id},
                       .is_simulated = true,
                       .model = "Simulated GPU",
                       .ordinal = id,
                       .total_memory_bytes = gpu_bytes,
                       .memory_limit_bytes = gpu_bytes});
  }
  return devices;
}

inline std::vector<DeviceName> names(const std::vector<DeviceInfo>& infos) {
  std::vector<DeviceName> names;
  for (const DeviceInfo& info : infos) names.push_back(info.name);
  return names;
}

struct Running {
  // Soft placement, so that one text serves every machine.
  Running(Model read, const std::vector<DeviceInfo>& infos, const SessionOptions& options = {},
          MatmulPrecision precision = MatmulPrecision::highest)
      : model(std::move(read)),
        placement(place(model.graph, names(infos), {.allow_soft_placement = true})),
        devices(open_devices(infos, true, precision)),
        session(model.graph, placement, devices, model.feeds, model.initializers, options) {}

  Running(const std::string& text, const std::vector<DeviceInfo>& infos,
          const SessionOptions& options = {}, const OpCatalog& catalog = ops())
      : Running(read_model_text("m.yaml", text, catalog), infos, options) {}

  std::vector<Fetch> fetches(const std::vector<std::string>& of) const {
    std::vector<Fetch> all;
    for (const std::string& name : of) {
      for (Fetch& fetch : find_fetch(model, name)) all.push_back(std::move(fetch));
    }
    return all;
  }
  std::vector<HostTensor> run(const std::vector<std::string>& of) {
    return session.run(fetches(of));
  }
  // Of one tensor.
  HostTensor value(const std::string& of) { return run({of}).front(); }
  template <typename T = float>
  std::vector<T> elements(const std::string& of) {
    const HostTensor tensor = value(of);
    return {tensor.as<T>().begin(), tensor.as<T>().end()};
  }

  Model model;
  Placement placement;
  Devices devices;
  Session session;
};

// The message of the Error that `action` must end in, behind its status: "3: m.yaml:2:5: ...".
template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.status())) + ": " + error.what();
  }
  return "no error";
}

}  // namespace graphrun::session_fixture
