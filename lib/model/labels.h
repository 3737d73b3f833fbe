// Labels: what the file's own names (`as`, `append`, `let`, a function's arguments) are bound to,
// as Python variables are bound to tensors.
//
// A file may have a label for each of a million nodes, so labels are numbered, and one that is
// bound to a single tensor takes no memory of its own.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/name_index.h"

namespace graphrun {

// A tensor, or the name of one that stands further down the file: then `node` is kNoNode and
// `index` is what References numbers such names by.
using Reference = OutputRef;

// What one or several references stand for together.
struct Tensors {
  bool is_list = false;
  std::vector<Reference> all;  // one, unless it is a list
};

// The labels of one function, or of the file.
class Labels {
 public:
  // Good until a label is bound.
  struct Bound {
    bool is_list = false;
    std::span<const Reference> tensors;  // one, unless it is a list
  };
  std::optional<Bound> find(std::string_view name) const;  // nullopt: there is no such label

  void bind(std::string_view name, Reference tensor);
  void bind(std::string_view name, Tensors tensors);
  // Appends to a list, made empty if there is no such label. False: the label is no list.
  bool append(std::string_view name, std::span<const Reference> tensors);

  // In the order in which they were first bound.
  const std::vector<std::string_view>& names() const { return names_.all(); }

  // Calls act(reference) for all that is bound, to change it.
  template <typename Act>
  void for_each_reference(const Act& act) {
    for (Label& label : labels_) act(label.one);
    for (std::vector<Reference>& list : lists_) {
      for (Reference& reference : list) act(reference);
    }
  }

 private:
  static constexpr std::uint32_t kNoList = 0xffffffffu;

  struct Label {
    Reference one;
    std::uint32_t list = kNoList;  // in lists_
  };

  Label& label(std::string_view name);
  std::vector<Reference>& list(Label& label);

  NameIndex names_;
  std::vector<Label> labels_;  // by the name's number
  std::vector<std::vector<Reference>> lists_;
};

}  // namespace graphrun
