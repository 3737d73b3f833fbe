// Why a graph cannot be placed, in TensorFlow's words.

#pragma once

#include <span>
#include <string>

#include "base/device_name.h"
#include "graph/graph.h"
#include "placement/placement_fault.h"
#include "report/style.h"

namespace graphrun {

// The whole message of the style's release, without the error's class, from "Cannot assign a
// device ..." to the summary of the node: in the guide styles release 0.7's, in tf-0.12 and tf that
// release's. Several lines, no newline at the end.
//
// What a release surely did not mean is kept all the same: quotes and blanks that are missing, and
// the tags of 1.15 ({{node b}}), which its Python front end would replace.
std::string placement_message(const PlacementFault& fault, const Graph& graph,
                              std::span<const DeviceName> devices, Style style);

}  // namespace graphrun
