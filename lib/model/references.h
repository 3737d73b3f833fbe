// What the names in a file stand for while it is expanded: labels, nodes, and names of nodes that
// stand further down.
//
// A name is a label's if there is one. Else it is a node's: in a name scope, the one of that name
// inside the scope, else inside the scope around it, and at last the one of just that name.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph_builder.h"
#include "model/evaluator.h"
#include "model/labels.h"
#include "model/reference.h"

namespace graphrun {

class References {
 public:
  References(Evaluator& evaluator, const GraphBuilder& builder);

  // Labels are those of the function that was entered last, or the file's.
  void enter_function(Labels args) { frames_.push_back(std::move(args)); }
  void leave_function() { frames_.pop_back(); }
  // Those of the file, bound to nodes. REQUIRES: every function was left, and bind_forwards().
  Labels take_labels();

  // As `as` does: name = tensors. `at` says the name.
  void bind(ValueId at, Tensors tensors);
  void bind(ValueId at, Reference tensor);
  // As `append` does: name.append(tensors).
  void append(ValueId at, std::span<const Reference> tensors);
  // Binds a name that is not evaluated, as `let` does.
  void bind_name(std::string_view name, Tensors tensors) {
    frames_.back().bind(name, std::move(tensors));
  }

  // What the value at `at` refers to: a reference, or a list of them, each of which may be a label
  // that holds a list. `prefix` is the name scope. False with a complaint.
  bool gather(ValueId at, std::string_view prefix, Tensors& into);

  // Adds what one reference stands for. False with a complaint.
  bool add(const Spelling& spelling, ValueId at, std::string_view prefix, Tensors& into);

  // The label that an argument `at`, evaluated, would be; false where it can be none. It is no
  // fault if it names nothing, until it is used.
  bool add_argument(const Value& value, ValueId at, std::string_view prefix, Tensors& into);

  // A name that stood further down.
  struct Forward {
    std::string name;
    std::string prefix;
    std::uint32_t output = 0;
    ValueId at = kNoValue;
    bool is_in_function = false;
    bool is_wanted = false;  // not only an argument that may have been meant as a text
    NodeId node = kNoNode;   // after bind_forwards()
  };
  // Once everything is expanded. Complains of names that are no node's.
  void bind_forwards();
  // REQUIRES: reference.node == kNoNode
  const Forward& forward(Reference reference) const { return forwards_[reference.index]; }

  // Calls act(spelling) for each reference that the scalar at `at` stands for.
  template <typename Act>
  bool for_each(ValueId at, const Act& act);

 private:
  bool add_label(Labels::Bound label, const Spelling& spelling, ValueId at, Tensors& into);
  Reference forward_to(const Spelling& spelling, ValueId at, std::string_view prefix);
  Reference with_output(Reference tensor, const Spelling& spelling, ValueId at);
  // Says that a reference is of use: where it names no node, that is a fault.
  void want(Reference reference) {
    if (reference.node == kNoNode) forwards_[reference.index].is_wanted = true;
  }
  NodeId find_node(std::string_view name, std::string_view prefix);
  void complain_of_unknown(const Forward& forward);

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  const GraphBuilder& builder_;
  std::vector<Labels> frames_;  // of the file, then of each function that is entered
  std::vector<Forward> forwards_;
  std::unordered_map<ValueId, std::uint32_t> last_forward_;  // of a place: a loop meets it again
  std::string full_name_;
};

template <typename Act>
bool References::for_each(ValueId at, const Act& act) {
  if (!document_.is_scalar(at)) {
    reader_.complain(at,
                     "expected the name of a node or a label, got " + document_.description(at));
    return false;
  }
  if (!document_.has_dollar(at)) return act(parse_reference(document_.text(at)));
  const auto value = evaluator_.value(at);
  if (!value) return false;
  const auto* list = std::get_if<ValueList>(&value->of);
  if (list == nullptr) return act(parse_reference(to_text(*value)));
  bool is_good = true;
  for (const Value& item : *list) {
    if (const auto* text = std::get_if<std::string>(&item.of)) {
      is_good = act(parse_reference(*text)) && is_good;
    } else {
      evaluator_.complain_of(at, "the name of a node or a label", item);
      is_good = false;
    }
  }
  return is_good;
}

}  // namespace graphrun
