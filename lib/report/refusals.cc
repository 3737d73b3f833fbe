#include "report/refusals.h"

#include <algorithm>

namespace graphrun {

std::vector<OtherDevice> other_devices(const Candidates& candidates, DeviceIndex chosen,
                                       std::size_t devices) {
  // A candidate that comes after the chosen one is second best; one that comes before it was passed
  // over by a rule that looks at other nodes.
  std::vector<OtherDevice> all(devices);
  bool is_before = true;
  for (const DeviceIndex i : candidates.best_first) {
    all[i].why = is_before ? "it could be there, but the rule chose another candidate"
                           : to_string(RefusalReason::not_first);
    if (i == chosen) is_before = false;
  }
  for (const Refusal& refusal : candidates.refused) {
    all[refusal.device].why = to_string(refusal.reason);
    all[refusal.device].has_kernel = refusal.reason != RefusalReason::no_kernel;
  }
  for (DeviceIndex i = 0; i < devices; ++i) all[i].device = i;
  std::erase_if(all, [&](const OtherDevice& other) { return other.device == chosen; });
  return all;
}

}  // namespace graphrun
