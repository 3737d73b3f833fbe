// Where every node goes, and why: what the placer decides and others print.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_name.h"
#include "graph/graph.h"

namespace graphrun {

using DeviceIndex = std::uint32_t;  // into Placement::devices

// What decided. The list is closed; docs/placement.md explains each.
enum class PlacementRule : std::uint8_t {
  requested,          // the best of the devices that the node asks for
  best_device,        // nothing is asked for: the best that there is a kernel for
  follows_consumers,  // a source with a choice, and all that read it are there: saves a copy
  follows_input,      // Shape, Size, Rank, with a choice: where the input is that they describe
  colocated,          // decided by a node that it is colocated with
  reference,          // decided by a node that it is tied to by a reference to a variable
  soft_placement,     // what it asks for cannot be: the best of the others
};

std::string_view to_string(PlacementRule rule);  // "requested"

// Why a device is not where a node is.
enum class RefusalReason : std::uint8_t {
  other_task,         // the node asks for another job, replica or task
  other_type,         // the node asks for another type
  other_id,           // the node asks for another id
  no_kernel,          // its op has no kernel there for these types
  partner_no_kernel,  // a node that must share its device has no kernel there
  partner_elsewhere,  // a node that must share its device asks for another
  not_first,          // it could be there, but another comes first; said of candidates alone
};

std::string_view to_string(RefusalReason reason);  // "not the requested type"

struct Refusal {
  DeviceIndex device = 0;
  RefusalReason reason = RefusalReason::not_first;

  friend bool operator==(const Refusal&, const Refusal&) = default;
};

// The devices a node could be on. Many nodes share one.
struct Candidates {
  std::vector<DeviceIndex> best_first;
  std::vector<Refusal> refused;  // the others, in the order of the devices
  // Soft placement dropped what the node, or one that shares its device, asked for.
  bool is_fallback = false;
};

struct Decision {
  DeviceIndex device = 0;
  std::uint32_t candidates = 0;  // into Placement::candidates
  PlacementRule rule = PlacementRule::best_device;
};

struct Placement {
  std::vector<DeviceName> devices;
  std::vector<Decision> nodes;  // by NodeId
  std::vector<Candidates> candidates;
  // In TensorFlow's words: variables that soft placement had to move.
  std::vector<std::string> warnings;
  // The same, which TensorFlow says only under log_device_placement: requests that had to give way
  // to a reference, and colocations that soft placement dropped.
  std::vector<std::string> notices;

  const DeviceName& device_of(NodeId id) const { return devices[nodes[id].device]; }
};

}  // namespace graphrun
