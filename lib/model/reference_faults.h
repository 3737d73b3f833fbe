// What is wrong with references, in words.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "model/labels.h"
#include "model/reference.h"

namespace graphrun {

// "'x' (Split) has 2 outputs, no 'x:3'"
std::string no_such_output(const Node& node, std::uint32_t output);

// "list 'c' holds 2 tensors, no 'c:3'"
std::string no_such_tensor(const Spelling& spelling, std::size_t tensors);

// "'x' (NoOp) has no output to read"
std::string no_output_to_read(const Node& node);
inline constexpr std::string_view kControlInputHint = "to wait for it, write ^ before its name";

// What an unknown name may have been meant for: labels and nodes, though not more of them than can
// be looked at.
std::vector<std::string_view> known_names(const Labels& labels, const Graph& graph);

}  // namespace graphrun
