#include "model/references.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/reference_faults.h"

namespace graphrun {
namespace {

// A label holds no more tensors: a list that doubles at every turn of a loop must end somewhere.
constexpr std::size_t kLongestList = 10'000'000;

}  // namespace

References::References(Evaluator& evaluator, const GraphBuilder& builder)
    : evaluator_(evaluator),
      document_(evaluator.document()),
      reader_(evaluator.reader()),
      builder_(builder),
      frames_(1) {}

void References::bind(ValueId at, Tensors tensors) {
  const auto name = evaluator_.text(at, "a label");
  if (name) frames_.back().bind(*name, std::move(tensors));
}

void References::bind(ValueId at, Reference tensor) {
  const auto name = evaluator_.text(at, "a label");
  if (name) frames_.back().bind(*name, tensor);
}

void References::append(ValueId at, std::span<const Reference> tensors) {
  const auto name = evaluator_.text(at, "a label");
  if (!name || frames_.back().append(*name, tensors)) return;
  reader_.complain(at,
                   fmt::format("label {} is one tensor, not a list to append to", quote(*name)));
}

bool References::gather(ValueId at, std::string_view prefix, Tensors& into) {
  if (!document_.is_sequence(at)) {
    return for_each(at, [&](const Spelling& spelling) { return add(spelling, at, prefix, into); });
  }
  into.is_list = true;
  bool is_good = true;
  for (ValueId item = document_.first(at); item != kNoValue; item = document_.next(item)) {
    is_good =
        for_each(item,
                 [&](const Spelling& spelling) { return add(spelling, item, prefix, into); }) &&
        is_good;
  }
  return is_good;
}

bool References::add(const Spelling& spelling, ValueId at, std::string_view prefix, Tensors& into) {
  const std::size_t before = into.all.size();
  if (const auto label = frames_.back().find(spelling.name)) {
    if (!add_label(*label, spelling, at, into)) return false;
  } else if (const NodeId node = find_node(spelling.name, prefix); node != kNoNode) {
    into.all.push_back(with_output({node, 0}, spelling, at));
  } else {
    into.all.push_back(forward_to(spelling, at, prefix));
  }
  for (std::size_t i = before; i < into.all.size(); ++i) want(into.all[i]);
  return true;
}

bool References::add_label(Labels::Bound label, const Spelling& spelling, ValueId at,
                           Tensors& into) {
  if (!label.is_list) {
    const Reference tensor = label.tensors.front();
    into.all.push_back(spelling.has_output ? with_output(tensor, spelling, at) : tensor);
    return true;
  }
  if (spelling.has_output) {
    if (spelling.output >= label.tensors.size()) {
      reader_.complain(at, no_such_tensor(spelling, label.tensors.size()));
      return false;
    }
    into.all.push_back(label.tensors[spelling.output]);
    return true;
  }
  into.is_list = true;
  evaluator_.spend(label.tensors.size(), at);
  if (into.all.size() + label.tensors.size() > kLongestList) {
    reader_.complain(at, fmt::format("a list of more than {} tensors", kLongestList));
    reader_.complaints().throw_if_any();
  }
  into.all.insert(into.all.end(), label.tensors.begin(), label.tensors.end());
  return true;
}

bool References::add_argument(const Value& value, ValueId at, std::string_view prefix,
                              Tensors& into) {
  if (const auto* text = std::get_if<std::string>(&value.of)) {
    const Spelling spelling = parse_reference(*text);
    if (spelling.is_control || !is_label(spelling.name)) return false;
    if (const auto label = frames_.back().find(spelling.name)) {
      return add_label(*label, spelling, at, into);
    }
    const NodeId node = find_node(spelling.name, prefix);
    into.all.push_back(node != kNoNode ? with_output({node, 0}, spelling, at)
                                       : forward_to(spelling, at, prefix));
    return true;
  }
  const auto* list = std::get_if<ValueList>(&value.of);
  if (list == nullptr || list->empty()) return false;
  into.is_list = true;
  return std::ranges::all_of(*list, [&](const Value& item) {
    return std::holds_alternative<std::string>(item.of) && add_argument(item, at, prefix, into);
  });
}

Reference References::forward_to(const Spelling& spelling, ValueId at, std::string_view prefix) {
  const auto [last, is_new] = last_forward_.try_emplace(at, 0);
  if (!is_new) {
    const Forward& met = forwards_[last->second];
    if (met.name == spelling.name && met.prefix == prefix && met.output == spelling.output) {
      return {kNoNode, last->second};
    }
  }
  last->second = static_cast<std::uint32_t>(forwards_.size());
  forwards_.push_back({.name = std::string(spelling.name),
                       .prefix = std::string(prefix),
                       .output = spelling.output,
                       .at = at,
                       .is_in_function = frames_.size() > 1});
  return {kNoNode, last->second};
}

Reference References::with_output(Reference tensor, const Spelling& spelling, ValueId at) {
  if (tensor.node == kNoNode) {
    const Forward late = forwards_[tensor.index];
    return forward_to({.name = late.name, .output = spelling.output, .has_output = true}, at,
                      late.prefix);
  }
  tensor.index = spelling.output;
  // Output 0 of an op without outputs is fine where only the node counts.
  const Node& node = builder_.graph().node(tensor.node);
  if (tensor.index >= node.outputs && tensor.index > 0 && !builder_.is_faulty(tensor.node)) {
    reader_.complain(at, no_such_output(node, tensor.index));
  }
  if (tensor.index >= node.outputs) tensor.index = 0;
  return tensor;
}

NodeId References::find_node(std::string_view name, std::string_view prefix) {
  while (!prefix.empty()) {
    full_name_ = prefix;
    full_name_ += name;
    const NodeId node = builder_.graph().find(full_name_);
    if (node != kNoNode) return node;
    prefix.remove_suffix(1);  // the slash
    const std::size_t slash = prefix.rfind('/');
    prefix = prefix.substr(0, slash == std::string_view::npos ? 0 : slash + 1);
  }
  return builder_.graph().find(name);
}

Labels References::take_labels() {
  Labels labels = std::move(frames_.front());
  labels.for_each_reference([&](Reference& reference) {
    if (reference.node != kNoNode || reference.index >= forwards_.size()) return;
    const Forward& late = forwards_[reference.index];
    reference = {late.node, late.output};
  });
  return labels;
}

void References::bind_forwards() {
  for (Forward& forward : forwards_) {
    if (!forward.is_wanted) continue;
    forward.node = find_node(forward.name, forward.prefix);
    if (forward.node == kNoNode) {
      complain_of_unknown(forward);
      continue;
    }
    const Node& node = builder_.graph().node(forward.node);
    if (forward.output < node.outputs || forward.output == 0) continue;
    if (builder_.is_faulty(forward.node)) {
      forward.output = 0;
      continue;
    }
    reader_.complain(forward.at, no_such_output(node, forward.output));
    forward.output = 0;
  }
}

void References::complain_of_unknown(const Forward& forward) {
  std::string note;
  if (frames_.front().find(forward.name)) {
    note = forward.is_in_function ? "a function sees only its own labels and its 'args'"
                                  : "the label of that name is bound further down";
  } else {
    note = did_you_mean(forward.name, known_names(frames_.front(), builder_.graph()));
  }
  reader_.complain(forward.at, fmt::format("there is no node or label {}", quote(forward.name)),
                   std::move(note));
}

}  // namespace graphrun
