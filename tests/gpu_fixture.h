// This machine's GPUs, for the tests that need one.

#pragma once

#include <iostream>
#include <vector>

#include "backends/gpu_module.h"
#include "kernels/catalog.h"
#include "kernels/gpu_kernels.h"
#include "runtime/visible_devices.h"

namespace graphrun::gpu_fixture {

// The CPU and the GPUs that can be used. Empty where there are none: the test then ends, and the
// reason stands on standard error.
inline std::vector<DeviceInfo> machine() {
  const UsableGpus& found = usable_gpus();
  if (found.gpus.empty()) {
    std::cerr << "skipped, since no GPU is usable: " << found.why_none << '\n';
    return {};
  }
  std::vector<DeviceInfo> devices = {DeviceInfo{}};
  devices.insert(devices.end(), found.gpus.begin(), found.gpus.end());
  return visible_devices(devices, {});
}

// The ops with the code that the module has. REQUIRES: machine() is not empty.
inline const OpCatalog& ops() {
  static const OpCatalog catalog = [] {
    OpCatalog ops = make_catalog();
    enter_gpu_kernels(ops, usable_gpus().module->kernels());
    return ops;
  }();
  return catalog;
}

}  // namespace graphrun::gpu_fixture
