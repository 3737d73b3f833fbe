// Why a graph cannot be placed, as a value: report/placement_error.h puts it into the words of a
// TensorFlow release. Thrown by place().

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/device_name.h"
#include "graph/graph.h"

namespace graphrun {

struct PlacementFault {
  enum class Kind : std::uint8_t {
    no_kernel,            // on any device type there is
    no_such_device,       // what the node asks for matches no device
    no_kernel_for_type,   // the device is there, the kernel is not
    no_kernel_for_task,   // the same, where no type is asked for
    group_elsewhere,      // the nodes that share its device ask for what cannot be
    group_unsupported,    // no device has kernels for all nodes that must share one
    colocation_types,     // no device type has kernels for `node` and `other`
    colocation_specs,     // `node` and `other` ask for devices that differ
    reference_resources,  // a reference ties two variables with explicit, different devices
  };

  Kind kind = Kind::no_kernel;
  // Messages name `node` before `other`. Of two nodes tied by a reference `node` is the one that
  // makes it (TensorFlow's source), `other` the one that reads it (its destination).
  NodeId node = kNoNode;
  NodeId other = kNoNode;
  bool by_reference = false;  // the two are tied by a reference, not by colocate_with
  DeviceSpec group_spec;      // what the group asks for together; a reference's source's
  DeviceSpec other_spec;      // of reference_resources: what `other` asks for
  std::string problem;        // of merging: "Cannot merge devices with incompatible ids: ..."
  // All nodes that must share the device of `node` (`other`), where there are several.
  std::vector<NodeId> group;
  std::vector<NodeId> other_group;

  // The node that TensorFlow attaches to its message, and whose place in the file is to be shown.
  NodeId culprit() const { return by_reference ? other : node; }
};

}  // namespace graphrun
