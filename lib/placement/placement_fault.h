// Why a graph cannot be placed, as a value: report/placement_error.h puts it into the words of a
// TensorFlow release. Thrown by place().

#pragma once

#include <string>
#include <vector>

#include "base/device_name.h"
#include "graph/graph.h"

namespace graphrun {

struct PlacementFault {
  enum class Kind {
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
  NodeId node = kNoNode;
  NodeId other = kNoNode;
  bool by_reference = false;  // the nodes are tied by a reference, not by colocate_with
  DeviceSpec group_spec;      // what the group asks for together
  DeviceSpec other_spec;
  std::string problem;        // of merging: "Cannot merge devices with incompatible ids: ..."
  std::vector<NodeId> group;  // all nodes that must share the device, where there are several
};

}  // namespace graphrun
