// Computes one node outside of a run, as the executor would on a CPU.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/host_tensor.h"
#include "graph/graph.h"
#include "runtime/device.h"

namespace graphrun {

// The node's outputs; nullopt: it fails, or an output would have more than `most_bytes`. `cpu` has
// the kernels of a CPU. REQUIRES: is_function(graph, id), no text.
std::optional<std::vector<HostTensor>> evaluate(const Graph& graph, NodeId id,
                                                std::span<const HostTensor> inputs, Device& cpu,
                                                std::size_t most_bytes);

}  // namespace graphrun
