// Labels: what the file's own names (`as`, `append`, `let`, a function's arguments) are bound to, as
// Python variables are bound to tensors.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

// A tensor, or the name of one that stands further down the file: then `node` is kNoNode and `index`
// numbers the expander's list of such names.
using Reference = OutputRef;

struct Label {
  bool is_list = false;
  std::vector<Reference> tensors;  // one, unless it is a list
};

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

// The labels of one function, or of the file.
using Labels = std::unordered_map<std::string, Label, TextHash, std::equal_to<>>;

}  // namespace graphrun
