#include "model/node_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/composite_maker.h"
#include "model/entry_reader.h"
#include "model/reference_faults.h"

namespace graphrun {
namespace {

// "[x, y]", "[inputs...]": what an op takes, for messages.
std::string arguments(const OpDef& op) {
  std::string names;
  for (const ArgDef& arg : op.inputs) {
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", arg.name, arg.is_list ? "..." : "");
  }
  return fmt::format("[{}]", names);
}

// "2 inputs", "at least 1 input", "1 to 2 inputs": how many an op takes, for messages.
std::string input_count(const OpDef& op) {
  const std::size_t least = op.least_inputs();
  const std::size_t most = op.inputs.size();
  if (most == 0) return "no inputs";
  const bool has_list = std::ranges::any_of(op.inputs, &ArgDef::is_list);
  if (!has_list && least < most) return fmt::format("{} to {} inputs", least, most);
  return fmt::format("{}{} input{}", has_list ? "at least " : "", least, least == 1 ? "" : "s");
}

// Waiting twice for the same node is waiting once. References that point forward may be the same
// node and are not known to be.
void drop_repeated(std::vector<Reference>& references) {
  constexpr std::size_t kFew = 8;
  if (references.size() <= kFew) {  // comparing all is quicker than hashing them
    for (std::size_t i = 1; i < references.size(); ++i) {
      const auto here = references.begin() + static_cast<std::ptrdiff_t>(i);
      const bool is_repeated =
          here->node != kNoNode &&
          std::ranges::find(references.begin(), here, here->node, &Reference::node) != here;
      if (is_repeated) references.erase(references.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    return;
  }
  std::unordered_set<NodeId> seen;
  std::erase_if(references, [&](const Reference& reference) {
    return reference.node != kNoNode && !seen.insert(reference.node).second;
  });
}

// Many times what anybody splits a tensor into; each takes memory before anything runs.
constexpr std::size_t kMostOutputs = 1'000'000;

}  // namespace

NodeMaker::NodeMaker(ExpandContext& context)
    : context_(context),
      document_(context.document),
      reader_(context.reader),
      builder_(context.builder),
      attributes_(context.evaluator, context.builder, context.options.folder),
      constants_(context),
      late_(context) {}

void NodeMaker::make(ValueId at, const NodeEntry& entry, const BlockScope& scope) {
  context_.make_room(1, at);
  const bool is_good = prepare(at, entry, scope);
  const SharedAttributes* attributes =
      node_.op != nullptr ? attributes_.attributes_of(entry, *node_.op) : nullptr;
  const bool is_made =
      is_good && attributes != nullptr && finish_inputs(*attributes) &&
      (node_.op->expand == nullptr ? add_node(*attributes) : make_composite(*attributes));
  if (!is_made) bind_missing();
}

// Reads all but the attributes, and goes on after a fault to find the next.
bool NodeMaker::prepare(ValueId at, const NodeEntry& entry, const BlockScope& scope) {
  node_.at = at;
  node_.entry = &entry;
  node_.op = find_op(entry);
  const bool inputs_are_good = gather_inputs(scope);
  find_name(scope);
  node_.request = scope.request;
  node_.device_at = scope.device_at;
  // As tf.colocate_with does: the devices of the blocks around do not count.
  if (entry.colocate_with != kNoValue) node_.request = kNoRequest;
  if (entry.device != kNoValue) {
    context_.scopes.apply_device(entry.device, node_.request, node_.device_at);
  }
  if (node_.request == kNoRequest) node_.device_at = document_.mark(at);
  return node_.op != nullptr && inputs_are_good && !node_.name.empty();
}

const OpDef* NodeMaker::find_op(const NodeEntry& entry) {
  const auto name = context_.evaluator.text(entry.op, "the name of an op");
  if (!name) return nullptr;
  const OpDef* op = context_.ops.find(*name);
  if (!document_.has_dollar(entry.op)) return op;  // it was looked at when the file was read
  if (op == nullptr) {
    reader_.complain(entry.op, fmt::format("unknown op {}", quote(*name)),
                     did_you_mean(*name, context_.ops.names()));
  } else {
    check_attribute_keys(*op, reader_, context_.evaluator.file().attributes_of(entry));
  }
  return op;
}

bool NodeMaker::gather_inputs(const BlockScope& scope) {
  const NodeEntry& entry = *node_.entry;
  node_.inputs.all.clear();
  node_.places.clear();
  node_.controls.all = scope.controls;
  node_.partners.all = scope.partners;
  bool is_good = true;
  if (document_.is_sequence(entry.inputs)) {
    for (ValueId item = document_.first(entry.inputs); item != kNoValue;
         item = document_.next(item)) {
      is_good = gather_input(item, scope.prefix) && is_good;
    }
  } else if (!document_.is_null(entry.inputs)) {
    is_good = gather_input(entry.inputs, scope.prefix);
  }
  if (!document_.is_null(entry.control_inputs)) {
    is_good =
        context_.references.gather(entry.control_inputs, scope.prefix, node_.controls) && is_good;
  }
  if (!document_.is_null(entry.colocate_with)) {
    is_good =
        context_.references.gather(entry.colocate_with, scope.prefix, node_.partners) && is_good;
  }
  return is_good;
}

bool NodeMaker::gather_input(ValueId at, std::string_view prefix) {
  if (document_.is_sequence(at)) {
    reader_.complain(at, "an input is one reference, not a list of them", "",
                     "a label that holds a list stands for all of it");
    return false;
  }
  return context_.references.for_each(at, [&](const Spelling& spelling) {
    Tensors& into = spelling.is_control ? node_.controls : node_.inputs;
    const bool is_good = context_.references.add(spelling, at, prefix, into);
    node_.places.resize(node_.inputs.all.size(), at);
    return is_good;
  });
}

void NodeMaker::find_name(const BlockScope& scope) {
  const NodeEntry& entry = *node_.entry;
  node_.name = scope.prefix;
  if (entry.name == kNoValue) {
    if (node_.op == nullptr) {
      node_.name.clear();
      return;
    }
    const std::string& base = node_.op->automatic_name;
    node_.name += base.empty() ? node_.op->name : base;
    node_.name = builder_.names().for_node(node_.name);
    return;
  }
  const auto text = context_.evaluator.text(entry.name, "a node's name");
  if (!text) {
    node_.name.clear();
    return;
  }
  node_.name += *text;
  context_.evaluator.spend(node_.name.size() / 16, entry.name);
  if (!is_node_name(node_.name)) {
    reader_.complain(entry.name, fmt::format("a node cannot be called {}", quote(*text)),
                     std::string(kNameRule));
    node_.name.clear();
    return;
  }
  const NodeId other = builder_.graph().find(node_.name);
  if (other == kNoNode) return;
  const SourceMark at = builder_.graph().node(other).at;
  const bool is_same_entry = at == document_.mark(node_.at);
  reader_.complain(
      entry.name, fmt::format("duplicate node name {}", quote(node_.name)),
      is_same_entry ? "" : fmt::format("line {} makes a node of that name", at.line + 1),
      is_same_entry ? "write a variable into the name, or give the loop or call a 'scope'" : "");
  node_.name.clear();
}

bool NodeMaker::finish_inputs(const SharedAttributes& attributes) {
  if (!attributes.inputs.empty() && !constants_.add(attributes.inputs, attributes, node_)) {
    return false;
  }
  const OpDef& op = *node_.op;
  const std::size_t given = node_.inputs.all.size();
  const bool has_list = std::ranges::any_of(op.inputs, &ArgDef::is_list);
  const bool is_enough = given >= op.least_inputs() || op.expand != nullptr;
  const bool is_not_too_much = given <= op.inputs.size() || has_list;
  if (!is_enough || !is_not_too_much) {
    complain_of_input_count();
    return false;
  }
  for (std::size_t i = 0; i < given; ++i) {
    if (!take_wanted_output(i)) return false;
  }
  const std::size_t outputs = output_count(op, builder_.attributes(attributes.id), given);
  if (outputs > kMostOutputs) {
    reader_.complain(node_.entry->op, fmt::format("{} would have {} outputs", op.name, outputs),
                     fmt::format("a node may have {}", kMostOutputs));
    return false;
  }
  return true;
}

void NodeMaker::complain_of_input_count() {
  const OpDef& op = *node_.op;
  reader_.complain(
      node_.entry->inputs != kNoValue ? node_.entry->inputs : node_.entry->op,
      fmt::format("{} takes {}, got {}", op.name, input_count(op), node_.inputs.all.size()),
      op.inputs.empty() ? "" : "expected " + arguments(op));
}

// Takes the variable, or what reads it, as the op wants. False with a complaint where a node is
// read that has no output.
bool NodeMaker::take_wanted_output(std::size_t i) {
  OutputRef& input = node_.inputs.all[i];
  if (input.node == kNoNode) return true;
  const int arg = arg_of_input(*node_.op, node_.inputs.all.size(), i);
  const bool wants_variable = node_.op->inputs[static_cast<std::size_t>(arg)].is_ref;
  input = context_.variables.wanted(input, wants_variable);
  const Node& read = builder_.graph().node(input.node);
  if (input.index < read.outputs) return true;
  reader_.complain(node_.places[i], no_output_to_read(read), "", std::string(kControlInputHint));
  return false;
}

bool NodeMaker::add_node(const SharedAttributes& attributes) {
  drop_repeated(node_.controls.all);
  drop_repeated(node_.partners.all);
  const NodeId id = context_.add({.name = node_.name,
                                  .op = node_.op,
                                  .inputs = node_.inputs.all,
                                  .controls = ids_of(node_.controls, controls_),
                                  .partners = ids_of(node_.partners, partners_),
                                  .types = attributes.types,
                                  .attributes = attributes.id,
                                  .request = node_.request,
                                  .at = document_.mark(node_.at),
                                  .device_at = node_.device_at});
  late_.note(id, node_);
  report_faults();
  bind({id, 0});
  return true;
}

std::span<const NodeId> NodeMaker::ids_of(Tensors& tensors, std::vector<NodeId>& ids) {
  ids.clear();
  for (const Reference& reference : tensors.all) ids.push_back(reference.node);
  return ids;
}

bool NodeMaker::make_composite(const SharedAttributes& attributes) {
  for (const Tensors* tensors : {&node_.inputs, &node_.controls, &node_.partners}) {
    for (const Reference& reference : tensors->all) {
      if (reference.node == kNoNode || !builder_.is_inferred(reference.node)) {
        reader_.complain(node_.entry->op,
                         fmt::format("what a {} names must stand before it", node_.op->name));
        return false;
      }
      if (builder_.is_faulty(reference.node)) return false;
    }
  }
  drop_repeated(node_.controls.all);
  drop_repeated(node_.partners.all);
  CompositeMaker maker(context_, node_, attributes);
  try {
    node_.op->expand(maker);
  } catch (const CompositeFault& fault) {
    reader_.complain(node_.entry->op, fault.what, fault.note);
    return false;
  }
  // The inputs of what it makes stand nowhere in the file.
  for (const GraphFault& fault : builder_.take_faults()) {
    reader_.complain(node_.entry->op, fault.what, fault.note);
  }
  bind(maker.result());
  return true;
}

void NodeMaker::bind(Reference result) {
  if (node_.entry->label != kNoValue) context_.references.bind(node_.entry->label, result);
  if (node_.entry->append != kNoValue) {
    context_.references.append(node_.entry->append, std::span(&result, 1));
  }
}

// Takes the node's name and labels all the same, so that what reads it is not at fault, too.
void NodeMaker::bind_missing() {
  const bool has_name = !node_.name.empty() && builder_.graph().find(node_.name) == kNoNode;
  bind(has_name ? Reference{builder_.add_faulty(node_.name, document_.mark(node_.at)), 0}
                : context_.missing(node_.at));
}

void NodeMaker::report_faults() {
  if (!builder_.has_faults()) return;
  for (const GraphFault& fault : builder_.take_faults()) {
    complain_of(fault, *node_.entry, node_.places);
  }
}

void NodeMaker::report_late_faults() {
  for (const GraphFault& fault : builder_.take_faults()) {
    const LateInputs::Written* written = late_.find(fault.node);
    complain_of(fault, *written->entry, late_.places(*written));
  }
}

void NodeMaker::complain_of(const GraphFault& fault, const NodeEntry& entry,
                            std::span<const ValueId> places) {
  ValueId at = entry.inputs != kNoValue && fault.attribute.empty() ? entry.inputs : entry.op;
  if (fault.input >= 0) at = places[static_cast<std::size_t>(fault.input)];
  for (const Field& field : context_.evaluator.file().attributes_of(entry)) {
    if (!fault.attribute.empty() && document_.text(field.key) == fault.attribute) at = field.value;
  }
  reader_.complain(at, fault.what, fault.note);
}

}  // namespace graphrun
