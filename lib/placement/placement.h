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
  best_device,        // it asks for none: the best that its op has a kernel for
  follows_consumers,  // a source, and all that read it are there: saves a copy
  follows_input,      // Shape, Size, Rank: where the input is whose metadata it reads
  colocated,          // decided by another node of its colocation group
  reference,          // decided by a variable that it is tied to by a reference
  soft_placement,     // what it asks for cannot be: the best of the others
};

std::string_view to_string(PlacementRule rule);  // "requested"

// Why a device is not where a node is.
enum class RefusalReason : std::uint8_t {
  other_task,       // the node asks for another job, replica or task
  other_type,       // the node asks for another type
  other_id,         // the node asks for another id
  no_kernel,        // its op has no kernel there for these types
  partner_no_kernel,  // a node that must share its device has no kernel there
  partner_elsewhere,  // a node that must share its device asks for another
  not_first,          // it could be there, but another device comes first
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
  bool is_fallback = false;      // soft placement dropped what was asked for
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
  // What was asked for and could not be had, and was let go (soft placement): TensorFlow's words.
  std::vector<std::string> warnings;

  const DeviceName& device_of(NodeId id) const { return devices[nodes[id].device]; }
};

}  // namespace graphrun
