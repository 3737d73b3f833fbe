#include "model/function_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/closest_match.h"
#include "files/file_error.h"

namespace graphrun {
namespace {

// Calls within calls; more is taken for a mistake.
constexpr std::size_t kDeepestCall = 200;

// What entering a function costs, beside what it does.
constexpr std::uint64_t kStepsPerCall = 8;

}  // namespace

const FunctionDef* FunctionCalls::find(const CallEntry& call) {
  const auto name = context_.evaluator.text(call.function, "the name of a function");
  if (!name) return nullptr;
  const ModelFile& file = context_.evaluator.file();
  const FunctionDef* function = file.find_function(*name);
  // Without a `$` it was looked for when the file was read.
  if (function == nullptr && context_.document.has_dollar(call.function)) {
    context_.reader.complain(call.function, fmt::format("unknown function {}", quote(*name)),
                             did_you_mean(*name, file.function_names()));
  }
  return function;
}

bool FunctionCalls::enter(const CallEntry& call, const FunctionDef& function,
                          const BlockScope& scope) {
  check_chain(call, function);
  context_.make_room(function.least_nodes, call.function);
  context_.evaluator.spend(kStepsPerCall, call.function);
  const Document& document = context_.document;
  if (!document.is_null(call.args) && !document.is_mapping(call.args)) return false;
  Arguments arguments;
  bool is_good = check_names(call, function);
  for (const ValueId arg : function.args) {
    is_good = read_argument(arg, call, function, scope, arguments) && is_good;
  }
  if (!is_good) return false;
  Variables& variables = context_.evaluator.variables();
  variables.enter_function();
  for (auto& [id, value] : arguments.values) variables.push(id, std::move(value));
  context_.references.enter_function(std::move(arguments.labels));
  context_.reader.enter_call(call.function);
  calls_.push_back({&call, &function});
  return true;
}

Tensors FunctionCalls::leave(const BlockScope& scope) {
  const auto [call, function] = calls_.back();
  Tensors results;
  if (function->returns != kNoValue) {
    context_.references.gather(function->returns, scope.prefix, results);
    if (results.all.size() != 1) results.is_list = true;
  }
  calls_.pop_back();
  context_.reader.leave_call();
  context_.references.leave_function();
  context_.evaluator.variables().leave_function();
  return results;
}

void FunctionCalls::check_chain(const CallEntry& call, const FunctionDef& function) {
  const Document& document = context_.document;
  const auto begin = std::ranges::find(calls_, &function, &Call::function);
  if (begin != calls_.end()) {
    std::string chain;
    for (auto caller = begin; caller != calls_.end(); ++caller) {
      chain += fmt::format("{} → ", document.text(caller->function->name));
    }
    chain += document.text(function.name);
    context_.reader.complain(call.function,
                             fmt::format("a call chain returns to itself: {}", chain), "",
                             "loops (repeat:, for:) do what recursion would");
    context_.reader.complaints().throw_if_any();
  }
  if (calls_.size() < kDeepestCall) return;
  context_.reader.complain(call.function,
                           fmt::format("calls are nested deeper than {}", kDeepestCall));
  context_.reader.complaints().throw_if_any();
}

bool FunctionCalls::check_names(const CallEntry& call, const FunctionDef& function) {
  const Document& document = context_.document;
  std::vector<std::string_view> known;
  for (const ValueId arg : function.args) known.push_back(document.text(arg));
  bool is_good = true;
  for (ValueId key = document.first(call.args); key != kNoValue;
       key = document.next(document.next(key))) {
    const std::string_view name = document.text(key);
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string note = did_you_mean(name, known);
    if (note.empty()) note = known.empty() ? "it has none" : "it has " + listed(known, "and");
    context_.reader.complain(key,
                             fmt::format("function {} has no argument {}",
                                         quote(document.text(function.name)), quote(name)),
                             std::move(note));
    is_good = false;
  }
  return is_good;
}

bool FunctionCalls::read_argument(ValueId arg, const CallEntry& call, const FunctionDef& function,
                                  const BlockScope& scope, Arguments& into) {
  const Document& document = context_.document;
  const std::string_view name = document.text(arg);
  const ValueId at = document.find(call.args, name);
  if (at == kNoValue) {
    context_.reader.complain(call.function, fmt::format("function {} needs the argument '{}'",
                                                        quote(document.text(function.name)), name));
    return false;
  }
  auto value = context_.evaluator.value(at);
  if (!value) return false;
  Tensors tensors;
  if (context_.references.add_argument(*value, at, scope.prefix, tensors)) {
    into.labels.bind(name, std::move(tensors));
  }
  into.values.emplace_back(context_.evaluator.file().variables->intern(name), std::move(*value));
  return true;
}

}  // namespace graphrun
