#include "model/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>
#include <limits>

#include "base/closest_match.h"
#include "base/error.h"
#include "graph/composite.h"
#include "graph/graph_builder.h"
#include "model/attribute_reader.h"
#include "model/feed_reader.h"
#include "model/label.h"
#include "model/reference.h"
#include "model/tensor_reader.h"

namespace graphrun {
namespace {

// Function calls within function calls; more is taken for a mistake.
constexpr std::size_t kDeepestCall = 200;
// Entries, turns of loops and copied references that a file may take for each node it may make.
constexpr std::uint64_t kStepsPerNode = 8;
constexpr std::uint64_t kFewestSteps = 1'000'000;
// Python's op name, as TensorFlow checks it.
constexpr std::string_view kNameRule = "letters, digits and any of _ . - / , beginning with a letter, a digit or a dot";

bool is_node_name(std::string_view name) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return !name.empty() && (is_word(name.front()) || name.front() == '.') &&
         std::ranges::all_of(name, [&](char c) {
           return is_word(c) || c == '_' || c == '.' || c == '-' || c == '/';
         });
}

// What a block hands to its entries.
struct Scope {
  RequestId request = kNoRequest;
  SourceMark device_at;
  std::string prefix;  // "tower/"
  std::vector<NodeId> controls;
  std::vector<Reference> partners;
  bool is_plain = true;  // no controls and no partners
};

class Expander {
 public:
  Expander(Evaluator& evaluator, const OpCatalog& ops, const ExpandOptions& options,
           Complaints& complaints)
      : evaluator_(evaluator),
        file_(evaluator.file()),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        ops_(ops),
        options_(options),
        complaints_(complaints),
        builder_(document_.source()),
        most_steps_(std::max(kFewestSteps, kStepsPerNode * options.max_nodes)),
        cached_attributes_(file_.attributes.size() + 1) {
    frames_.emplace_back();
  }

  Model expand() {
    expand_entries(file_.nodes, Scope{});
    bind_forward_references();
    const std::vector<NodeId> cycle = builder_.close();
    report_faults();
    if (!cycle.empty()) complain_of_cycle(cycle);

    Model model;
    for (const auto& [name, label] : frames_.front()) {
      model.labels.emplace(name, label.tensors);
    }
    complaints_.throw_if_any();  // what follows needs a graph that is whole
    model.graph = builder_.finish();
    for (const Initializer& initializer : initializers_) model.initializers.push_back(initializer);
    read_feeds(model);
    read_fetches(model);
    return model;
  }

 private:
  // What a reference could not be bound to yet.
  struct Forward {
    std::string name;
    std::uint32_t output;
    ValueId at;
    NodeId bound = kNoNode;
    bool is_bound = false;
  };
  struct ForwardUse {
    enum class Kind { input, control, partner } kind;
    NodeId node;
    std::uint32_t i;
    std::uint32_t forward;
  };
  struct CachedAttributes {
    bool is_read = false;
    bool is_good = false;
    AttributesId id = kNoAttributes;
    std::vector<std::optional<DType>> types;
    std::vector<NodeAttributes::InputValue> inputs;
  };

  Labels& labels() { return frames_.back(); }

  void count_steps(std::uint64_t steps, ValueId at) {
    steps_ += steps;
    if (steps_ <= most_steps_) return;
    reader_.complain(at, fmt::format("expanding this file takes more than {} steps", most_steps_),
                     "", "are the loops as long as they should be? --max-nodes allows more");
    complaints_.throw_if_any();
  }

  // --- entries ---

  void expand_entries(const std::vector<Entry>& entries, const Scope& scope) {
    for (const Entry& entry : entries) {
      count_steps(1, entry.at);
      if (const auto* node = std::get_if<NodeEntry>(&entry.of)) {
        expand_node(entry.at, *node, scope);
      } else if (const auto* block = std::get_if<BlockEntry>(&entry.of)) {
        if (!is_wanted(block->keys)) continue;
        expand_entries(block->nodes, inner_scope(block->keys, scope));
      } else if (const auto* loop = std::get_if<LoopEntry>(&entry.of)) {
        expand_loop(entry.at, *loop, scope);
      } else if (const auto* let = std::get_if<LetEntry>(&entry.of)) {
        expand_let(*let);
      } else {
        expand_call(entry.at, std::get<CallEntry>(entry.of), scope);
      }
    }
  }

  bool is_wanted(const BlockKeys& keys) {
    return keys.when == kNoValue || evaluator_.boolean(keys.when, "true or false").value_or(false);
  }

  Scope inner_scope(const BlockKeys& keys, const Scope& outer) {
    Scope scope = outer;
    if (keys.colocate_with != kNoValue) {
      // As tf.colocate_with does: the devices of the blocks around do not count.
      scope.request = kNoRequest;
      gather_names(keys.colocate_with, scope.partners);
      scope.is_plain = false;
    }
    if (keys.device != kNoValue) apply_device(keys.device, scope.request, scope.device_at);
    if (keys.scope != kNoValue) apply_name_scope(keys.scope, scope);
    if (keys.control_inputs != kNoValue) {
      std::vector<Reference> controls;
      gather_names(keys.control_inputs, controls);
      for (const Reference& control : controls) {
        if (control.node == kNoNode) {
          reader_.complain(keys.control_inputs,
                           fmt::format("'{}' must stand before the block that waits for it",
                                       forwards_[control.index].name));
          forwards_[control.index].is_bound = true;
        } else {
          scope.controls.push_back(control.node);
        }
      }
      scope.is_plain = false;
    }
    return scope;
  }

  void expand_loop(ValueId at, const LoopEntry& loop, const Scope& scope) {
    const bool has_keys = loop.keys.device != kNoValue || loop.keys.scope != kNoValue ||
                          loop.keys.control_inputs != kNoValue ||
                          loop.keys.colocate_with != kNoValue;
    const VariableId variable =
        loop.variable == kNoValue ? -1 : file_.variables->intern(document_.text(loop.variable));
    const auto turn = [&](Value value) {
      count_steps(1, at);
      if (variable >= 0) evaluator_.variables().push(variable, std::move(value));
      if (is_wanted(loop.keys)) {
        if (has_keys) {
          expand_entries(loop.nodes, inner_scope(loop.keys, scope));
        } else {
          expand_entries(loop.nodes, scope);
        }
      }
      if (variable >= 0) evaluator_.variables().pop();
    };

    if (loop.in != kNoValue) {
      auto list = evaluator_.value(loop.in);
      if (!list) return;
      if (!std::holds_alternative<ValueList>(list->of)) {
        evaluator_.complain_of(loop.in, "a list to go over", *list);
        return;
      }
      for (Value& value : std::get<ValueList>(list->of)) turn(std::move(value));
      return;
    }
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::int64_t step = 1;
    if (loop.repeat != kNoValue) {
      const auto count = evaluator_.integer(loop.repeat, "how often to repeat");
      if (!count) return;
      if (*count < 0) {
        reader_.complain(loop.repeat, fmt::format("cannot repeat {} times", *count));
        return;
      }
      end = *count;
    } else if (!read_range(loop.range, first, end, step)) {
      return;
    }
    for (std::int64_t i = first; step > 0 ? i < end : i > end; i += step) turn(Value{i});
  }

  // N, [first, end] or [first, end, step], as Python's range.
  bool read_range(ValueId at, std::int64_t& first, std::int64_t& end, std::int64_t& step) {
    const auto range = evaluator_.value(at);
    if (!range) return false;
    if (const auto* count = std::get_if<std::int64_t>(&range->of)) {
      end = *count;
      return true;
    }
    const auto* list = std::get_if<ValueList>(&range->of);
    std::vector<std::int64_t> numbers;
    if (list != nullptr) {
      for (const Value& value : *list) {
        const auto* number = std::get_if<std::int64_t>(&value.of);
        if (number != nullptr) numbers.push_back(*number);
      }
    }
    if (list == nullptr || numbers.size() != list->size() || numbers.size() < 2 ||
        numbers.size() > 3) {
      evaluator_.complain_of(at, "N, [first, end] or [first, end, step] of integers", *range);
      return false;
    }
    first = numbers[0];
    end = numbers[1];
    if (numbers.size() == 3) step = numbers[2];
    // A turn's number plus the step must not leave the integers.
    constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
    if (step == 0) {
      reader_.complain(at, "a range's step cannot be 0");
      return false;
    }
    if (std::max({std::abs(first), std::abs(end), std::abs(step)}) > kFar) {
      reader_.complain(at, "a range's numbers are too large");
      return false;
    }
    return true;
  }

  void expand_let(const LetEntry& let) {
    if (!document_.is_mapping(let.bindings)) return;
    for (ValueId key = document_.first(let.bindings); key != kNoValue;
         key = document_.next(document_.next(key))) {
      const ValueId value = document_.next(key);
      Label label;
      label.is_list = document_.is_sequence(value);
      bool is_list = false;
      if (!gather_references(value, label.tensors, is_list)) continue;
      label.is_list = label.is_list || is_list;
      labels().insert_or_assign(std::string(document_.text(key)), std::move(label));
    }
  }

  void expand_call(ValueId at, const CallEntry& call, const Scope& outer) {
    if (!is_wanted(call.keys)) return;
    const auto name = evaluator_.text(call.function, "the name of a function");
    if (!name) return;
    const auto found = file_.function_by_name.find(*name);
    if (found == file_.function_by_name.end()) {
      std::vector<std::string_view> known;
      for (const auto& [known_name, function] : file_.function_by_name) known.push_back(known_name);
      std::ranges::sort(known);
      reader_.complain(call.function, fmt::format("unknown function '{}'", *name),
                       did_you_mean(*name, known));
      bind_results(call.label, call.append, unknown_result(at), false);
      return;
    }
    const FunctionDef& function = *found->second;
    if (!may_enter(call, function)) return;

    const Scope scope = inner_scope(call.keys, outer);
    std::vector<std::pair<VariableId, Value>> values;
    Labels frame;
    if (!read_args(call, function, values, frame)) {
      bind_results(call.label, call.append, unknown_result(at), false);
      return;
    }
    evaluator_.variables().enter_function();
    for (auto& [id, value] : values) evaluator_.variables().push(id, std::move(value));
    frames_.push_back(std::move(frame));
    calls_.push_back(&function);
    expand_entries(function.nodes, scope);
    std::vector<Reference> results;
    bool is_list = document_.is_sequence(function.returns);
    bool returns_list = false;
    if (function.returns != kNoValue) {
      gather_references(function.returns, results, returns_list);
    }
    calls_.pop_back();
    frames_.pop_back();
    evaluator_.variables().leave_function();
    if ((call.label != kNoValue || call.append != kNoValue) && function.returns == kNoValue) {
      reader_.complain(call.function,
                       fmt::format("function '{}' returns nothing to bind", document_.text(function.name)),
                       "", "give it 'returns'");
      results = unknown_result(at);
    }
    bind_results(call.label, call.append, results, is_list || returns_list);
  }

  bool may_enter(const CallEntry& call, const FunctionDef& function) {
    if (std::ranges::find(calls_, &function) != calls_.end()) {
      std::string chain;
      bool in_chain = false;
      for (const FunctionDef* caller : calls_) {
        in_chain = in_chain || caller == &function;
        if (in_chain) chain += fmt::format("{} → ", document_.text(caller->name));
      }
      chain += document_.text(function.name);
      reader_.complain(call.function,
                       fmt::format("function '{}' calls itself: {}", document_.text(function.name),
                                   chain),
                       "", "a loop (repeat:, for:) does what a recursion would");
      complaints_.throw_if_any();
    }
    if (calls_.size() >= kDeepestCall) {
      reader_.complain(call.function, fmt::format("calls are nested deeper than {}", kDeepestCall));
      complaints_.throw_if_any();
    }
    return true;
  }

  // An argument is a value, and where it names a tensor of the caller's, a label too.
  bool read_args(const CallEntry& call, const FunctionDef& function,
                 std::vector<std::pair<VariableId, Value>>& values, Labels& frame) {
    bool is_good = true;
    std::vector<std::string_view> wanted;
    for (const ValueId arg : function.args) wanted.push_back(document_.text(arg));
    if (document_.is_mapping(call.args)) {
      for (ValueId key = document_.first(call.args); key != kNoValue;
           key = document_.next(document_.next(key))) {
        const std::string_view name = document_.text(key);
        if (std::ranges::find(wanted, name) == wanted.end()) {
          std::string note = did_you_mean(name, wanted);
          if (note.empty()) note = wanted.empty() ? "it has none" : "it has " + listed(wanted);
          reader_.complain(key, fmt::format("function '{}' has no argument '{}'",
                                            document_.text(function.name), name),
                           note);
          is_good = false;
        }
      }
    }
    for (const std::string_view name : wanted) {
      const ValueId at = document_.find(call.args, name);
      if (at == kNoValue) {
        reader_.complain(call.function, fmt::format("function '{}' needs the argument '{}'",
                                                    document_.text(function.name), name));
        is_good = false;
        continue;
      }
      auto value = evaluator_.value(at);
      if (!value) {
        is_good = false;
        continue;
      }
      if (Label label; label_of(*value, at, label)) frame.emplace(std::string(name), std::move(label));
      values.emplace_back(file_.variables->intern(name), std::move(*value));
    }
    return is_good;
  }

  // The label that an argument's text is; false where it can be none.
  bool label_of(const Value& value, ValueId at, Label& label) {
    if (const auto* text = std::get_if<std::string>(&value.of)) {
      const Spelling spelling = parse_reference(*text);
      if (spelling.is_control || !is_node_name(spelling.name)) return false;
      return add_reference(spelling, at, label.tensors, label.is_list);
    }
    const auto* list = std::get_if<ValueList>(&value.of);
    if (list == nullptr || list->empty()) return false;
    label.is_list = true;
    return std::ranges::all_of(*list, [&](const Value& item) {
      Label one;
      if (!std::holds_alternative<std::string>(item.of) || !label_of(item, at, one)) return false;
      label.tensors.insert(label.tensors.end(), one.tensors.begin(), one.tensors.end());
      return true;
    });
  }

  // --- devices and name scopes ---

  void apply_device(ValueId at, RequestId& request, SourceMark& device_at) {
    if (document_.is_null(at)) {  // tf.device(None)
      request = kNoRequest;
      return;
    }
    const auto text = evaluator_.text(at, "a device, such as /gpu:0");
    if (!text || text->empty()) return;
    auto& merged = merged_requests_[{request, std::string(*text)}];
    if (!merged) {
      const auto spec = parse_device_spec(*text);
      if (!spec) {
        reader_.complain(at, fmt::format("InvalidArgumentError: Malformed device specification '{}'",
                                         *text),
                         "expected one like /gpu:0, /cpu:0 or /job:local/task:1/device:GPU:0");
        return;
      }
      const DeviceRequest& outer = builder_.graph().requests()[request];
      const DeviceSpec inner = merged_over(outer.spec, *spec);
      std::string written(*text);
      if (!outer.spec.is_open() && inner != *spec) {
        written = to_string(inner, DeviceSpelling::legacy);
      }
      merged = builder_.share(DeviceRequest{inner, std::move(written)});
    }
    request = *merged;
    device_at = document_.mark(at);
  }

  void apply_name_scope(ValueId at, Scope& scope) {
    const auto text = evaluator_.text(at, "the name of a scope");
    if (!text) return;
    if (!is_node_name(*text)) {
      reader_.complain(at, fmt::format("'{}' is not a valid scope name", *text), std::string(kNameRule));
      return;
    }
    scope.prefix = unique_scope(scope.prefix + std::string(*text)) + "/";
  }

  // As name_scope: the same scope entered again is another one, s_1; nodes and scopes share names.
  std::string unique_scope(const std::string& base) {
    const auto is_taken = [&](const std::string& name) {
      return next_scope_.contains(name) || builder_.graph().find(name) != kNoNode;
    };
    std::string name = base;
    if (is_taken(name)) {
      int& next = next_scope_[base];
      next = std::max(next, 1);
      do {
        name = fmt::format("{}_{}", base, next++);
      } while (is_taken(name));
    }
    next_scope_[name] = 1;
    return name;
  }

  // --- references ---

  // The tensors that `value` names: one reference, or a list of them. False with a complaint.
  bool gather_references(ValueId value, std::vector<Reference>& into, bool& is_list) {
    if (document_.is_sequence(value)) {
      is_list = true;
      bool is_good = true;
      for (ValueId item = document_.first(value); item != kNoValue; item = document_.next(item)) {
        bool ignored = false;
        is_good = gather_references(item, into, ignored) && is_good;
      }
      return is_good;
    }
    return for_each_reference(value, [&](const Spelling& spelling) {
      return add_reference(spelling, value, into, is_list);
    });
  }

  // Calls act(spelling) for each reference that a scalar stands for.
  template <typename Act>
  bool for_each_reference(ValueId value, const Act& act) {
    if (!document_.is_scalar(value)) {
      reader_.complain(value, fmt::format("expected the name of a node or a label, got {}",
                                          document_.description(value)));
      return false;
    }
    if (!document_.has_dollar(value)) return act(parse_reference(document_.text(value)));
    const auto evaluated = evaluator_.value(value);
    if (!evaluated) return false;
    if (const auto* list = std::get_if<ValueList>(&evaluated->of)) {
      return std::ranges::all_of(*list, [&](const Value& item) {
        const auto* text = std::get_if<std::string>(&item.of);
        if (text == nullptr) evaluator_.complain_of(value, "the name of a node or a label", item);
        return text != nullptr && act(parse_reference(*text));
      });
    }
    return act(parse_reference(to_text(*evaluated)));
  }

  bool add_reference(const Spelling& spelling, ValueId at, std::vector<Reference>& into,
                     bool& is_list) {
    const auto label = labels().find(spelling.name);
    if (label != labels().end()) {
      const Label& bound = label->second;
      if (!bound.is_list) {
        into.push_back(spelling.has_output ? with_output(bound.tensors.front(), spelling, at)
                                           : bound.tensors.front());
        return true;
      }
      if (spelling.has_output) {
        if (spelling.output >= bound.tensors.size()) {
          reader_.complain(at, fmt::format("list '{}' has {} tensors, no '{}:{}'", spelling.name,
                                           bound.tensors.size(), spelling.name, spelling.output));
          return false;
        }
        into.push_back(bound.tensors[spelling.output]);
        return true;
      }
      is_list = true;
      count_steps(bound.tensors.size(), at);
      into.insert(into.end(), bound.tensors.begin(), bound.tensors.end());
      return true;
    }
    const NodeId node = builder_.graph().find(spelling.name);
    if (node != kNoNode) {
      into.push_back(with_output({node, 0}, spelling, at));
      return true;
    }
    into.push_back(forward(spelling, at));
    return true;
  }

  Reference forward(const Spelling& spelling, ValueId at) {
    forwards_.push_back({std::string(spelling.name), spelling.output, at});
    return {kNoNode, static_cast<std::uint32_t>(forwards_.size() - 1)};
  }

  Reference with_output(Reference tensor, const Spelling& spelling, ValueId at) {
    if (tensor.node == kNoNode) {
      Forward& late = forwards_[tensor.index];
      return forward({.name = late.name, .output = spelling.output, .has_output = true}, at);
    }
    tensor.index = spelling.output;
    check_output(tensor, at);
    return tensor;
  }

  // An output that is not there is complained of; output 0 of an op without outputs is fine where
  // only the node counts (control inputs, fetches).
  bool check_output(Reference tensor, ValueId at) {
    const Node& node = builder_.graph().node(tensor.node);
    if (builder_.is_faulty(tensor.node)) return true;
    if (tensor.index < node.outputs || tensor.index == 0) return true;
    reader_.complain(at, fmt::format("'{}' ({}) has {} output{}, no '{}:{}'", node.name,
                                     node.op->name, node.outputs, node.outputs == 1 ? "" : "s",
                                     node.name, tensor.index));
    return false;
  }

  // Nodes by name: control inputs, colocation.
  void gather_names(ValueId value, std::vector<Reference>& into) {
    bool is_list = false;
    gather_references(value, into, is_list);
  }

  std::vector<Reference> unknown_result(ValueId at) { return {{faulty_node(at), 0}}; }

  // One node stands for all that are missing, so that what reads them is not at fault too.
  NodeId faulty_node(ValueId at) {
    if (faulty_ == kNoNode) {
      faulty_ = builder_.add_faulty("(faulty)", document_.mark(at));
    }
    return faulty_;
  }

  void bind_results(ValueId label, ValueId append, const std::vector<Reference>& tensors,
                    bool is_list) {
    if (label != kNoValue) {
      const auto name = evaluator_.text(label, "a label");
      if (name) {
        const auto found = labels().find(*name);
        Label& bound =
            found != labels().end() ? found->second : labels()[std::string(*name)];
        bound.is_list = is_list || tensors.size() != 1;
        bound.tensors.assign(tensors.begin(), tensors.end());
      }
    }
    if (append != kNoValue) {
      const auto name = evaluator_.text(append, "a label");
      if (!name) return;
      const auto [found, is_new] = labels().try_emplace(std::string(*name));
      Label& list = found->second;
      if (is_new) list.is_list = true;
      if (!list.is_list) {
        reader_.complain(append, fmt::format("label '{}' is one tensor, not a list to append to",
                                             *name));
        return;
      }
      list.tensors.insert(list.tensors.end(), tensors.begin(), tensors.end());
    }
  }

  // --- nodes ---

  void expand_node(ValueId at, const NodeEntry& entry, const Scope& scope) {
    if (builder_.graph().size() >= options_.max_nodes) {
      reader_.complain(at, fmt::format("the graph has more than {} nodes", options_.max_nodes), "",
                       "--max-nodes allows more");
      complaints_.throw_if_any();
    }
    const OpDef* op = find_op(entry);
    node_inputs_.clear();
    input_places_.clear();
    node_controls_.clear();
    node_partners_.clear();
    const bool inputs_good = gather_inputs(entry, scope);
    const CachedAttributes* attributes = op != nullptr ? attributes_of(at, entry, *op) : nullptr;
    const auto name = node_name(entry, op, scope);
    if (op == nullptr || !inputs_good || attributes == nullptr || !attributes->is_good || !name) {
      bind_results(entry.label, entry.append, {{named_faulty_node(at, name), 0}}, false);
      return;
    }

    RequestId request = scope.request;
    SourceMark device_at = scope.device_at;
    if (entry.colocate_with != kNoValue) {
      request = kNoRequest;  // as tf.colocate_with: the blocks' devices do not count
    }
    if (entry.device != kNoValue) apply_device(entry.device, request, device_at);

    if (!add_input_constants(at, *op, attributes->inputs, *name, request, device_at)) {
      bind_results(entry.label, entry.append, {{named_faulty_node(at, name), 0}}, false);
      return;
    }
    if (!check_input_count(at, entry, *op)) {
      bind_results(entry.label, entry.append, {{named_faulty_node(at, name), 0}}, false);
      return;
    }
    if (op->expand != nullptr) {
      expand_composite(at, entry, *op, *attributes, *name, request, device_at);
      return;
    }
    read_variables_as_wanted(*op);
    const NodeId id = builder_.add({.name = *name,
                                    .op = op,
                                    .inputs = node_inputs_,
                                    .controls = control_ids(),
                                    .partners = partner_ids(),
                                    .types = attributes->types,
                                    .attributes = attributes->id,
                                    .request = request,
                                    .at = document_.mark(at),
                                    .device_at = request == kNoRequest ? document_.mark(at)
                                                                       : device_at});
    note_forward_uses(id);
    if (builder_.has_faults()) report_faults();
    bind_node(entry, {id, 0});
  }

  void bind_node(const NodeEntry& entry, Reference result) {
    if (entry.label == kNoValue && entry.append == kNoValue) return;
    result_.assign(1, result);
    bind_results(entry.label, entry.append, result_, false);
  }

  NodeId named_faulty_node(ValueId at, const std::optional<std::string_view>& name) {
    if (!name || builder_.graph().find(*name) != kNoNode) return faulty_node(at);
    return builder_.add_faulty(*name, document_.mark(at));
  }

  const OpDef* find_op(const NodeEntry& entry) {
    const auto name = evaluator_.text(entry.op, "the name of an op");
    if (!name) return nullptr;
    const OpDef* op = ops_.find(*name);
    if (op != nullptr) {
      if (document_.has_dollar(entry.op)) {
        check_attribute_keys(*op, document_, fields(entry), complaints_);
      }
    } else if (document_.has_dollar(entry.op)) {  // else it was complained of when it was read
      reader_.complain(entry.op, fmt::format("unknown op '{}'", *name),
                       did_you_mean(*name, ops_.names()));
    }
    return op;
  }

  std::span<const Field> fields(const NodeEntry& entry) const {
    return std::span(file_.attributes).subspan(entry.first_attribute, entry.attributes);
  }

  // What stands in the file without a `$` is read once, however often it is expanded.
  const CachedAttributes* attributes_of(ValueId at, const NodeEntry& entry, const OpDef& op) {
    const bool cached = entry.constant_attributes && !document_.has_dollar(entry.op);
    if (cached && entry.attributes == 0) {
      // Without attributes there are the op's defaults alone.
      CachedAttributes& defaults = default_attributes_[&op];
      if (!defaults.is_read || !defaults.is_good) read_attributes_into(defaults, at, entry, op);
      return &defaults;
    }
    if (cached) {
      CachedAttributes& slot = cached_attributes_[entry.first_attribute];
      if (!slot.is_read) read_attributes_into(slot, at, entry, op);
      return &slot;
    }
    fresh_attributes_ = {};
    read_attributes_into(fresh_attributes_, at, entry, op);
    return &fresh_attributes_;
  }

  void read_attributes_into(CachedAttributes& slot, ValueId at, const NodeEntry& entry,
                            const OpDef& op) {
    slot.is_read = true;
    auto read = read_attributes(evaluator_, op, at, fields(entry), options_.folder);
    slot.is_good = read.has_value();
    if (!read) return;
    slot.id = builder_.share(std::move(read->values));
    slot.types = std::move(read->types);
    slot.inputs = std::move(read->inputs);
  }

  std::optional<std::string_view> node_name(const NodeEntry& entry, const OpDef* op,
                                            const Scope& scope) {
    if (entry.name == kNoValue) {
      if (op == nullptr) return std::nullopt;
      const std::string& base = op->automatic_name.empty() ? op->name : op->automatic_name;
      name_ = builder_.names().for_node(scope.prefix.empty() ? base : scope.prefix + base);
      return name_;
    }
    const auto text = evaluator_.text(entry.name, "a node's name");
    if (!text) return std::nullopt;
    if (!is_node_name(*text)) {
      reader_.complain(entry.name, fmt::format("'{}' is not a valid node name", *text), std::string(kNameRule));
      return std::nullopt;
    }
    name_ = scope.prefix;
    name_ += *text;
    const NodeId other = builder_.graph().find(name_);
    if (other != kNoNode) {
      reader_.complain(entry.name, fmt::format("duplicate node name '{}'", name_),
                       fmt::format("it is also the node of line {}",
                                   builder_.graph().node(other).at.line + 1),
                       "in a loop write $i into the name, or give its block a 'scope'");
      return std::nullopt;
    }
    return name_;
  }

  bool gather_inputs(const NodeEntry& entry, const Scope& scope) {
    bool is_good = true;
    if (!scope.is_plain) {
      for (const NodeId control : scope.controls) node_controls_.push_back({control, 0});
      node_partners_ = scope.partners;
    }
    if (entry.inputs != kNoValue && !document_.is_null(entry.inputs)) {
      if (document_.is_sequence(entry.inputs)) {
        for (ValueId item = document_.first(entry.inputs); item != kNoValue;
             item = document_.next(item)) {
          is_good = gather_input(item) && is_good;
        }
      } else {
        is_good = gather_input(entry.inputs);
      }
    }
    if (entry.control_inputs != kNoValue) gather_names(entry.control_inputs, node_controls_);
    if (entry.colocate_with != kNoValue) gather_names(entry.colocate_with, node_partners_);
    return is_good;
  }

  bool gather_input(ValueId item) {
    if (document_.is_sequence(item)) {
      reader_.complain(item, "an input is one reference, not a list of them",
                       "a label that holds a list stands for all of it");
      return false;
    }
    return for_each_reference(item, [&](const Spelling& spelling) {
      bool is_list = false;
      if (spelling.is_control) return add_reference(spelling, item, node_controls_, is_list);
      const bool is_good = add_reference(spelling, item, node_inputs_, is_list);
      input_places_.resize(node_inputs_.size(), item);
      return is_good;
    });
  }

  // Makes constants of the inputs that are given as values, each named "node/input".
  bool add_input_constants(ValueId at, const OpDef& op,
                           const std::vector<NodeAttributes::InputValue>& given,
                           std::string_view node, RequestId request, SourceMark device_at) {
    if (given.empty()) return true;
    const OpDef* constant = ops_.find("Const");
    auto ordered = given;
    std::ranges::sort(ordered, {}, &NodeAttributes::InputValue::arg);
    for (const auto& [position, value] : ordered) {
      const ArgDef& arg = op.inputs[static_cast<std::size_t>(position)];
      TensorFrame frame;
      if (arg.kind == ArgDef::Kind::fixed) frame.dtype = arg.dtype;
      if (arg.kind == ArgDef::Kind::attribute) frame.dtype = type_beside(op, arg.type_attribute);
      auto literal = read_tensor(evaluator_, value, frame, options_.folder);
      if (!literal) return false;
      const std::optional<DType> dtype = literal->dtype;
      Attributes attributes;
      attributes.set("value", std::move(*literal));
      const std::string name = fmt::format("{}/{}", node, arg.name);
      if (builder_.graph().find(name) != kNoNode) {
        reader_.complain(value, fmt::format("the constant of input '{}' would be named '{}', which "
                                            "is taken",
                                            arg.name, name));
        return false;
      }
      const NodeId id = builder_.add({.name = name,
                                      .op = constant,
                                      .types = std::span(&dtype, 1),
                                      .attributes = builder_.share(std::move(attributes)),
                                      .request = request,
                                      .at = document_.mark(at),
                                      .device_at = device_at});
      const auto where = std::min(static_cast<std::size_t>(position), node_inputs_.size());
      node_inputs_.insert(node_inputs_.begin() + static_cast<std::ptrdiff_t>(where), {id, 0});
      input_places_.insert(input_places_.begin() + static_cast<std::ptrdiff_t>(where), value);
    }
    return true;
  }

  // The type of another input of the same type attribute, where it is known: `y: 2` beside a float
  // `x` is a float, as TensorFlow converts it.
  std::optional<DType> type_beside(const OpDef& op, int type_attribute) const {
    for (std::size_t i = 0; i < node_inputs_.size(); ++i) {
      const OutputRef input = node_inputs_[i];
      if (input.node == kNoNode || !builder_.is_inferred(input.node)) continue;
      if (builder_.is_faulty(input.node)) continue;
      const auto arg = std::min(i, op.inputs.size() - 1);
      if (op.inputs[arg].kind == ArgDef::Kind::attribute &&
          op.inputs[arg].type_attribute == type_attribute) {
        return builder_.graph().output(input).dtype;
      }
    }
    return std::nullopt;
  }

  bool check_input_count(ValueId at, const NodeEntry& entry, const OpDef& op) {
    const bool has_list = std::ranges::any_of(op.inputs, &ArgDef::is_list);
    const std::size_t least = op.inputs.size();
    const std::size_t given = node_inputs_.size();
    const bool optional = op.expand != nullptr && given <= least;
    const bool fits = has_list ? given >= least : given == least;
    if (!fits && !optional) {
      std::string names;
      for (const ArgDef& arg : op.inputs) {
        names += fmt::format("{}{}{}", names.empty() ? "" : ", ", arg.name, arg.is_list ? "..." : "");
      }
      reader_.complain(entry.inputs != kNoValue ? entry.inputs : at,
                       fmt::format("{} takes {}{} input{}, got {}", op.name,
                                   has_list ? "at least " : "", least, least == 1 ? "" : "s", given),
                       names.empty() ? "" : fmt::format("({})", names));
      return false;
    }
    for (std::size_t i = 0; i < given; ++i) {
      const OutputRef input = node_inputs_[i];
      if (input.node == kNoNode || builder_.is_faulty(input.node)) continue;
      const Node& node = builder_.graph().node(input.node);
      if (input.index < node.outputs) continue;
      reader_.complain(input_places_[i],
                       fmt::format("'{}' ({}) has no output to read", node.name, node.op->name), "",
                       "as a control input it is written ^name");
      return false;
    }
    return true;
  }

  // A label of a variable reads its value; where an op wants the variable itself, it gets that.
  void read_variables_as_wanted(const OpDef& op) {
    if (variable_of_read_.empty()) return;
    for (std::size_t i = 0; i < node_inputs_.size(); ++i) {
      const int arg = arg_of_input(op, node_inputs_.size(), i);
      if (!op.inputs[static_cast<std::size_t>(arg)].is_ref) continue;
      const auto found = variable_of_read_.find(node_inputs_[i].node);
      if (found != variable_of_read_.end()) node_inputs_[i] = found->second;
    }
  }

  std::span<const NodeId> control_ids() {
    control_ids_.clear();
    for (const Reference& control : node_controls_) {
      // Waiting twice for the same node is waiting once.
      if (control.node != kNoNode &&
          std::ranges::find(control_ids_, control.node) != control_ids_.end()) {
        continue;
      }
      control_ids_.push_back(control.node);
      if (control.node == kNoNode) {
        late_.push_back({ForwardUse::Kind::control, kNoNode,
                         static_cast<std::uint32_t>(control_ids_.size() - 1), control.index});
      }
    }
    return control_ids_;
  }

  std::span<const NodeId> partner_ids() {
    partner_ids_.clear();
    for (const Reference& partner : node_partners_) {
      partner_ids_.push_back(partner.node);
      if (partner.node == kNoNode) {
        late_.push_back({ForwardUse::Kind::partner, kNoNode,
                         static_cast<std::uint32_t>(partner_ids_.size() - 1), partner.index});
      }
    }
    return partner_ids_;
  }

  void note_forward_uses(NodeId id) {
    for (std::uint32_t i = 0; i < node_inputs_.size(); ++i) {
      if (node_inputs_[i].node == kNoNode) {
        late_.push_back({ForwardUse::Kind::input, kNoNode, i, node_inputs_[i].index});
      }
    }
    if (late_.empty()) return;
    for (ForwardUse& use : late_) {
      use.node = id;
      forward_uses_.push_back(use);
    }
    late_.clear();
    places_of_late_nodes_[id] = input_places_;
  }

  void bind_forward_references() {
    for (const ForwardUse& use : forward_uses_) {
      Forward& forward = forwards_[use.forward];
      if (!forward.is_bound) {
        forward.is_bound = true;
        forward.bound = builder_.graph().find(forward.name);
        if (forward.bound == kNoNode) {
          complain_of_unknown(forward);
          forward.bound = faulty_node(forward.at);
        }
      }
      if (forward.bound == kNoNode) forward.bound = faulty_node(forward.at);
      OutputRef output{forward.bound, forward.output};
      const Node& node = builder_.graph().node(output.node);
      const bool is_read = use.kind == ForwardUse::Kind::input;
      if (output.index >= node.outputs && (is_read || output.index > 0)) {
        reader_.complain(forward.at, fmt::format("'{}' ({}) has {} output{}, no '{}:{}'", node.name,
                                                 node.op->name, node.outputs,
                                                 node.outputs == 1 ? "" : "s", node.name,
                                                 output.index));
        output = {faulty_node(forward.at), 0};
      }
      switch (use.kind) {
        case ForwardUse::Kind::input: builder_.set_input(use.node, use.i, output); break;
        case ForwardUse::Kind::control: builder_.set_control(use.node, use.i, output.node); break;
        case ForwardUse::Kind::partner: builder_.set_partner(use.node, use.i, output.node); break;
      }
    }
  }

  void complain_of_unknown(const Forward& forward) {
    std::vector<std::string_view> known;
    for (const auto& [name, label] : frames_.front()) known.push_back(name);
    std::ranges::sort(known);
    constexpr std::size_t kMostOffered = 10'000;
    const auto& names = builder_.graph().names().all();
    for (std::size_t i = 0; i < std::min(names.size(), kMostOffered); ++i) known.push_back(names[i]);
    reader_.complain(forward.at, fmt::format("there is no node or label '{}'", forward.name),
                     did_you_mean(forward.name, known));
  }

  void complain_of_cycle(const std::vector<NodeId>& cycle) {
    constexpr std::size_t kShown = 10;
    std::string chain;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (cycle.size() > kShown && i == kShown - 2) {
        chain += "... → ";
        i = cycle.size() - 2;
      }
      chain += builder_.graph().node(cycle[i]).name;
      if (i + 1 < cycle.size()) chain += " → ";
    }
    complaints_.add({builder_.graph().position(cycle.front()),
                     fmt::format("the graph has a cycle: {}", chain), "", ""});
  }

  void report_faults() {
    for (const GraphFault& fault : builder_.take_faults()) {
      const Graph& graph = builder_.graph();
      FilePosition at = graph.position(fault.node);
      if (fault.input >= 0) {
        const auto late = places_of_late_nodes_.find(fault.node);
        const auto& places = late != places_of_late_nodes_.end() ? late->second : input_places_;
        if (static_cast<std::size_t>(fault.input) < places.size()) {
          at = document_.position(places[static_cast<std::size_t>(fault.input)]);
        }
      }
      complaints_.add({std::move(at), fault.what, fault.note, ""});
    }
  }

  // --- composite ops ---

  class Composite final : public CompositeContext {
   public:
    Composite(Expander& expander, ValueId at, const std::string& name,
              const CachedAttributes& attributes, RequestId request, SourceMark device_at)
        : expander_(expander),
          at_(at),
          name_(name),
          inputs_(expander.node_inputs_),
          controls_(expander.control_ids().begin(), expander.control_ids().end()),
          partners_(expander.partner_ids().begin(), expander.partner_ids().end()),
          attributes_(attributes),
          request_(request),
          device_at_(device_at) {
      expander.late_.clear();
    }

    std::string_view name() const override { return name_; }
    std::span<const OutputRef> inputs() const override { return inputs_; }
    const Attributes& attributes() const override {
      return expander_.builder_.attributes(attributes_.id);
    }
    std::optional<DType> dtype() const override {
      return attributes_.types.empty() ? std::nullopt : attributes_.types.front();
    }
    const Output& output(OutputRef ref) const override {
      return expander_.builder_.graph().output(ref);
    }

    OutputRef add(const NodeOf& node) override {
      const OpDef* op = expander_.ops_.find(node.op);
      if (expander_.builder_.graph().find(node.name) != kNoNode) {
        throw CompositeFault{fmt::format("duplicate node name '{}'", node.name), ""};
      }
      std::vector<NodeId> partners = partners_;
      partners.insert(partners.end(), node.colocated_with.begin(), node.colocated_with.end());
      Attributes attributes = node.attributes;
      for (const AttributeDef& def : op->attributes) {
        if (attributes.find(def.name) == nullptr && def.otherwise) {
          attributes.set(def.name, *def.otherwise);
        }
      }
      const NodeId id =
          expander_.builder_.add({.name = node.name,
                                  .op = op,
                                  .inputs = node.inputs,
                                  .controls = controls_,
                                  .partners = partners,
                                  .types = std::span(&node.dtype, 1),
                                  .attributes = expander_.builder_.share(std::move(attributes)),
                                  .request = request_,
                                  .at = expander_.document_.mark(at_),
                                  .device_at = device_at_});
      return {id, 0};
    }

    void set_result(OutputRef result) override { result_ = result; }
    void set_variable(OutputRef variable) override {
      expander_.variable_of_read_[result_.node] = variable;
    }
    void add_initializer(NodeId variable, NodeId assign) override {
      expander_.initializers_.push_back({variable, assign});
    }

    OutputRef result() const { return result_; }

   private:
    Expander& expander_;
    ValueId at_;
    std::string name_;
    std::vector<OutputRef> inputs_;
    std::vector<NodeId> controls_;
    std::vector<NodeId> partners_;
    const CachedAttributes& attributes_;
    RequestId request_;
    SourceMark device_at_;
    OutputRef result_;
  };

  void expand_composite(ValueId at, const NodeEntry& entry, const OpDef& op,
                        const CachedAttributes& attributes, const std::string_view name,
                        RequestId request, SourceMark device_at) {
    const auto is_ready = [&](const OutputRef input) {
      return input.node != kNoNode && builder_.is_inferred(input.node);
    };
    const auto is_early = [](const Reference& reference) { return reference.node != kNoNode; };
    const bool all_early = std::ranges::all_of(node_inputs_, is_ready) &&
                           std::ranges::all_of(node_controls_, is_early) &&
                           std::ranges::all_of(node_partners_, is_early);
    if (!all_early) {
      reader_.complain(at, fmt::format("what a {} names must stand before it", op.name));
      bind_node(entry, {faulty_node(at), 0});
      return;
    }
    if (std::ranges::any_of(node_inputs_, [&](OutputRef input) {
          return builder_.is_faulty(input.node);
        })) {
      bind_node(entry, {faulty_node(at), 0});
      return;
    }
    Composite composite(*this, at, std::string(name), attributes, request,
                        request == kNoRequest ? document_.mark(at) : device_at);
    try {
      op.expand(composite);
    } catch (const CompositeFault& fault) {
      reader_.complain(at, fault.what, fault.note);
      bind_node(entry, {faulty_node(at), 0});
      return;
    }
    if (builder_.has_faults()) report_faults();
    bind_node(entry, composite.result());
  }

  // --- feeds and fetches ---

  // A node by its name or by a label that is bound now.
  std::vector<OutputRef> find_tensors(const Model& model, ValueId at, std::string_view text) {
    try {
      std::vector<OutputRef> outputs;
      for (const Fetch& fetch : find_fetch(model, std::string(text))) {
        outputs.push_back(fetch.output);
      }
      return outputs;
    } catch (const LookupFault& fault) {
      reader_.complain(at, fault.what, fault.note);
      return {};
    }
  }

  void read_feeds(Model& model) {
    std::vector<bool> fed(model.graph.size());
    for (const Field& field : file_.feeds) {
      for (const OutputRef output : find_tensors(model, field.key, document_.text(field.key))) {
        const Node& node = model.graph.node(output.node);
        if (node.op->name != "Placeholder") {
          reader_.complain(field.key, fmt::format("'{}' is a {}; only a Placeholder is fed",
                                                  node.name, node.op->name));
          continue;
        }
        if (fed[output.node]) {
          reader_.complain(field.key, fmt::format("'{}' is fed twice", node.name));
          continue;
        }
        fed[output.node] = true;
        const Output& tensor = model.graph.output(output);
        auto source = read_feed(evaluator_, field.value, tensor.dtype, tensor.shape,
                                options_.folder);
        if (!source) continue;
        const FilePosition at = document_.position(field.key);
        model.feeds.push_back({output.node, std::move(*source),
                               fmt::format("{}:{}:{}", at.file, at.line, at.column)});
      }
    }
  }

  void read_fetches(Model& model) {
    if (file_.fetch == kNoValue || document_.is_null(file_.fetch)) {
      add_default_fetches(model);
      return;
    }
    const auto add = [&](ValueId item) {
      return for_each_reference(item, [&](const Spelling&) { return true; }) &&
             for_each_text(item, [&](std::string_view text) {
               try {
                 for (Fetch& fetch : find_fetch(model, std::string(text))) {
                   model.fetches.push_back(std::move(fetch));
                 }
               } catch (const LookupFault& fault) {
                 reader_.complain(item, fault.what, fault.note);
               }
             });
    };
    if (document_.is_sequence(file_.fetch)) {
      for (ValueId item = document_.first(file_.fetch); item != kNoValue;
           item = document_.next(item)) {
        add(item);
      }
    } else {
      add(file_.fetch);
    }
  }

  template <typename Act>
  bool for_each_text(ValueId value, const Act& act) {
    const auto evaluated = evaluator_.value(value);
    if (!evaluated) return false;
    if (const auto* list = std::get_if<ValueList>(&evaluated->of)) {
      for (const Value& item : *list) act(to_text(item));
    } else if (document_.has_dollar(value)) {
      act(to_text(*evaluated));
    } else {
      act(document_.text(value));
    }
    return true;
  }

  // Every tensor that no node reads, but for what only sets variables up.
  void add_default_fetches(Model& model) {
    const Graph& graph = model.graph;
    std::vector<bool> skipped(graph.size());
    for (const Initializer& initializer : model.initializers) skipped[initializer.assign] = true;
    std::vector<bool> is_read(graph.size());  // of output 0; the others are few
    std::unordered_map<NodeId, std::vector<bool>> others;
    for (NodeId id = 0; id < graph.size(); ++id) {
      for (const OutputRef input : graph.inputs(id)) {
        if (input.index == 0) {
          is_read[input.node] = true;
        } else {
          auto& bits = others[input.node];
          bits.resize(std::max<std::size_t>(bits.size(), input.index + 1));
          bits[input.index] = true;
        }
      }
    }
    for (NodeId id = 0; id < graph.size(); ++id) {
      if (skipped[id]) continue;
      for (std::uint32_t i = 0; i < graph.node(id).outputs; ++i) {
        const auto found = i == 0 ? others.end() : others.find(id);
        const bool read = i == 0 ? is_read[id]
                                 : found != others.end() && i < found->second.size() &&
                                       found->second[i];
        if (!read) model.fetches.push_back({graph.tensor_name({id, i}), {id, i}});
      }
    }
  }

  Evaluator& evaluator_;
  const ModelFile& file_;
  const Document& document_;
  DocumentReader& reader_;
  const OpCatalog& ops_;
  const ExpandOptions& options_;
  Complaints& complaints_;
  GraphBuilder builder_;

  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::vector<Labels> frames_;  // of the file, then of each function that is entered
  std::vector<const FunctionDef*> calls_;
  std::vector<CachedAttributes> cached_attributes_;  // by NodeEntry::first_attribute
  std::unordered_map<const OpDef*, CachedAttributes> default_attributes_;
  CachedAttributes fresh_attributes_;
  std::map<std::pair<RequestId, std::string>, std::optional<RequestId>> merged_requests_;
  std::unordered_map<std::string, int> next_scope_;
  std::vector<Forward> forwards_;
  std::vector<ForwardUse> forward_uses_;
  std::unordered_map<NodeId, std::vector<ValueId>> places_of_late_nodes_;
  std::unordered_map<NodeId, OutputRef> variable_of_read_;
  std::vector<Initializer> initializers_;
  NodeId faulty_ = kNoNode;

  // Of the node at hand; kept so that a node costs no allocation.
  std::vector<OutputRef> node_inputs_;
  std::vector<ValueId> input_places_;  // where each input stands
  std::vector<Reference> node_controls_;
  std::vector<Reference> node_partners_;
  std::vector<NodeId> control_ids_;
  std::vector<NodeId> partner_ids_;
  std::vector<ForwardUse> late_;
  std::vector<Reference> result_;
  std::string name_;
};

}  // namespace

Model expand(Evaluator& evaluator, const OpCatalog& ops, const ExpandOptions& options,
             Complaints& complaints) {
  return Expander(evaluator, ops, options, complaints).expand();
}

}  // namespace graphrun
