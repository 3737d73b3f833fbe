// The tensors that placeholders are fed with: read or generated.

#pragma once

#include "base/host_tensor.h"
#include "graph/feed.h"

namespace graphrun {

// The same seed gives the same numbers, whatever the device. Throws Error(file) when a file cannot
// be read, Error(invalid) when the tensor does not suit the placeholder; both name the feed.
HostTensor feed_value(const Graph& graph, const Feed& feed);

// The shape that feed_value() will give, without making it: of a file, its header is read. Throws
// as feed_value() does when the file cannot be read.
Shape feed_shape(const Graph& graph, const Feed& feed);

}  // namespace graphrun
