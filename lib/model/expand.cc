#include "model/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "model/expand_context.h"
#include "model/feeds.h"
#include "model/fetches.h"
#include "model/function_calls.h"
#include "model/least_nodes.h"
#include "model/loop_range.h"
#include "model/node_maker.h"

namespace graphrun {
namespace {

// Blocks within blocks, calls followed: each takes some of the stack.
constexpr int kDeepest = 500;

// A node of a cycle is named in the message unless there are more.
constexpr std::size_t kShownOfCycle = 10;

class Expander {
 public:
  explicit Expander(ExpandContext& context)
      : context_(context), evaluator_(context.evaluator), nodes_(context), calls_(context) {}

  void expand() {
    expand_entries(evaluator_.file().nodes, BlockScope{});
    nodes_.bind_late_inputs();
    const std::vector<NodeId> cycle = context_.builder.close();
    nodes_.report_late_faults();
    if (!cycle.empty()) complain_of_cycle(cycle);
  }

 private:
  void expand_entries(const std::vector<Entry>& entries, const BlockScope& scope);
  void expand_block(const BlockEntry& block, const BlockScope& scope);
  void expand_loop(const LoopEntry& loop, const BlockScope& scope);
  void expand_turn(const LoopEntry& loop, const BlockScope& scope);
  void go_over_list(const LoopEntry& loop, const BlockScope& scope);
  void go_over_range(const LoopEntry& loop, const BlockScope& scope);
  void expand_let(const LetEntry& let, const BlockScope& scope);
  void expand_call(ValueId at, const CallEntry& call, const BlockScope& scope);
  Tensors results_of(ValueId at, const CallEntry& call, const BlockScope& outer);

  bool is_wanted(const BlockKeys& keys) {
    return keys.when == kNoValue || evaluator_.boolean(keys.when, "true or false").value_or(false);
  }
  void complain_of_cycle(const std::vector<NodeId>& cycle);

  ExpandContext& context_;
  Evaluator& evaluator_;
  NodeMaker nodes_;
  FunctionCalls calls_;
  int depth_ = 0;
};

void Expander::expand_entries(const std::vector<Entry>& entries, const BlockScope& scope) {
  if (entries.empty()) return;
  if (++depth_ > kDeepest) {
    context_.reader.complain(entries.front().at,
                             fmt::format("blocks and calls are nested deeper than {}", kDeepest));
    context_.reader.complaints().throw_if_any();
  }
  for (const Entry& entry : entries) {
    evaluator_.spend(1, entry.at);
    if (const auto* node = std::get_if<NodeEntry>(&entry.of)) {
      nodes_.make(entry.at, *node, scope);
    } else if (const auto* block = std::get_if<BlockEntry>(&entry.of)) {
      expand_block(*block, scope);
    } else if (const auto* loop = std::get_if<LoopEntry>(&entry.of)) {
      expand_loop(*loop, scope);
    } else if (const auto* let = std::get_if<LetEntry>(&entry.of)) {
      expand_let(*let, scope);
    } else {
      expand_call(entry.at, std::get<CallEntry>(entry.of), scope);
    }
  }
  --depth_;
}

void Expander::expand_block(const BlockEntry& block, const BlockScope& scope) {
  if (!is_wanted(block.keys)) return;
  expand_entries(block.nodes, context_.scopes.inside(block.keys, scope));
}

void Expander::expand_loop(const LoopEntry& loop, const BlockScope& scope) {
  if (loop.in != kNoValue) {
    go_over_list(loop, scope);
  } else {
    go_over_range(loop, scope);
  }
}

// As if the block's keys stood inside the loop: they may depend on its variable.
void Expander::expand_turn(const LoopEntry& loop, const BlockScope& scope) {
  evaluator_.spend(1, loop.nodes.front().at);
  if (!is_wanted(loop.keys)) return;
  if (loop.keys.change_scope()) {
    expand_entries(loop.nodes, context_.scopes.inside(loop.keys, scope));
  } else {
    expand_entries(loop.nodes, scope);
  }
}

void Expander::go_over_list(const LoopEntry& loop, const BlockScope& scope) {
  auto list = evaluator_.value(loop.in);
  if (!list) return;
  auto* values = std::get_if<ValueList>(&list->of);
  if (values == nullptr) {
    evaluator_.complain_of(loop.in, "a list to go over", *list);
    return;
  }
  if (loop.nodes.empty()) return;
  context_.make_room(saturated_product(values->size(), loop.least_nodes), loop.in);
  const VariableId variable =
      evaluator_.file().variables->intern(context_.document.text(loop.variable));
  for (Value& value : *values) {
    evaluator_.variables().push(variable, std::move(value));
    expand_turn(loop, scope);
    evaluator_.variables().pop();
  }
}

void Expander::go_over_range(const LoopEntry& loop, const BlockScope& scope) {
  const bool has_variable = loop.variable != kNoValue;
  const ValueId at = has_variable ? loop.range : loop.repeat;
  if (at == kNoValue) return;  // complained of when the file was read
  const auto range = has_variable ? read_range(evaluator_, at) : read_repeat(evaluator_, at);
  if (!range || loop.nodes.empty()) return;
  context_.make_room(saturated_product(range->turns(), loop.least_nodes), at);
  if (!has_variable) {
    for (std::int64_t i = 0; i < range->end; ++i) expand_turn(loop, scope);
    return;
  }
  const VariableId variable =
      evaluator_.file().variables->intern(context_.document.text(loop.variable));
  std::int64_t i = range->first;
  for (std::uint64_t turns = range->turns(); turns > 0; --turns) {
    evaluator_.variables().push(variable, Value{i});
    expand_turn(loop, scope);
    evaluator_.variables().pop();
    i += range->step;
  }
}

void Expander::expand_let(const LetEntry& let, const BlockScope& scope) {
  const Document& document = context_.document;
  for (ValueId key = document.first(let.bindings); key != kNoValue;
       key = document.next(document.next(key))) {
    Tensors tensors;
    if (!context_.references.gather(document.next(key), scope.prefix, tensors)) {
      tensors = {.all = {context_.missing(key)}};
    }
    if (tensors.all.size() != 1) tensors.is_list = true;
    context_.references.bind_name(document.text(key), std::move(tensors));
  }
}

void Expander::expand_call(ValueId at, const CallEntry& call, const BlockScope& scope) {
  if (!is_wanted(call.keys)) return;
  const Tensors results = results_of(at, call, scope);
  if (call.label != kNoValue) context_.references.bind(call.label, results);
  if (call.append != kNoValue) context_.references.append(call.append, results.all);
}

Tensors Expander::results_of(ValueId at, const CallEntry& call, const BlockScope& outer) {
  const FunctionDef* function = calls_.find(call);
  const BlockScope scope = context_.scopes.inside(call.keys, outer);
  if (function == nullptr || !calls_.enter(call, *function, outer)) {
    return {.all = {context_.missing(at)}};
  }
  expand_entries(function->nodes, scope);
  Tensors results = calls_.leave(scope);
  const bool binds = call.label != kNoValue || call.append != kNoValue;
  if (binds && function->returns == kNoValue) {
    const std::string_view name = context_.document.text(function->name);
    context_.reader.complain(call.label != kNoValue ? call.label : call.append,
                             fmt::format("function '{}' returns nothing to bind", name), "",
                             "say what it returns: returns: x");
    return {.all = {context_.missing(at)}};
  }
  return results;
}

void Expander::complain_of_cycle(const std::vector<NodeId>& cycle) {
  const Graph& graph = context_.builder.graph();
  std::string chain;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (i > 0) chain += " → ";
    if (cycle.size() > kShownOfCycle && i == kShownOfCycle - 2) {
      chain += fmt::format("({} more) → ", cycle.size() - 1 - i);
      i = cycle.size() - 1;
    }
    chain += graph.node(cycle[i]).name;
  }
  context_.reader.complaints().add({graph.position(cycle.front()),
                                    fmt::format("the graph has a cycle: {}", chain),
                                    "each node reads the one before it", ""});
}

}  // namespace

Model expand(Evaluator& evaluator, const OpCatalog& ops, const ExpandOptions& options) {
  ExpandContext context(evaluator, ops, options);
  Expander(context).expand();
  // What follows needs a graph that is whole.
  evaluator.reader().complaints().throw_if_any();

  Model model;
  model.labels = context.references.take_labels();
  model.graph = context.builder.finish();
  model.initializers = std::move(context.initializers);
  read_feeds(evaluator, options.folder, model);
  read_fetches(evaluator, model);
  evaluator.reader().complaints().throw_if_any();
  return model;
}

}  // namespace graphrun
