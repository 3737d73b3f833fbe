// The tensors that placeholders are fed with: read or generated.

#pragma once

#include "base/host_tensor.h"
#include "graph/feed.h"

namespace graphrun {

// The same seed gives the same numbers, whatever the device. Throws Error(file) when a file cannot
// be read, Error(invalid) when the tensor does not suit the placeholder; both name the feed.
HostTensor feed_value(const Graph& graph, const Feed& feed);

}  // namespace graphrun
