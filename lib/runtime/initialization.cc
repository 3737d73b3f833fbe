#include "runtime/initialization.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace graphrun {
namespace {

// The variables that the fetches need, or that the initial values of those need, each with the
// round in which it can be initialised: one after the last of those that its initial value reads.
// By position in `initializers`.
std::map<std::size_t, std::size_t> round_of_each(const Graph& graph,
                                                 std::span<const Initializer> initializers,
                                                 const std::vector<bool>& is_initialized,
                                                 std::span<const Fetch> fetches) {
  std::unordered_map<NodeId, std::size_t> initializer_of;
  for (std::size_t i = 0; i < initializers.size(); ++i) {
    if (!is_initialized[i]) initializer_of.emplace(initializers[i].variable, i);
  }
  // A walk back from the fetches, without recursion: a node is finished when all that it needs is.
  // A variable needs what its initial value does.
  constexpr std::size_t kUnseen = 0;
  std::vector<std::size_t> next_round(graph.size(), kUnseen);  // plus one: 0 is not seen yet
  std::vector<bool> is_open(graph.size());
  std::map<std::size_t, std::size_t> round_of;
  std::vector<NodeId> stack;
  for (const Fetch& fetch : fetches) stack.push_back(fetch.output.node);
  std::vector<NodeId> needs;
  while (!stack.empty()) {
    const NodeId id = stack.back();
    if (next_round[id] != kUnseen) {
      stack.pop_back();
      continue;
    }
    needs.clear();
    for (const OutputRef input : graph.inputs(id)) needs.push_back(input.node);
    for (const NodeId control : graph.control_inputs(id)) needs.push_back(control);
    const auto initializer = initializer_of.find(id);
    if (initializer != initializer_of.end()) {
      for (const OutputRef input : graph.inputs(initializers[initializer->second].assign)) {
        if (input.node != id) needs.push_back(input.node);
      }
    }
    std::size_t round = 0;
    bool is_ready = true;
    for (const NodeId need : needs) {
      if (next_round[need] == kUnseen) {
        if (!is_open[id]) stack.push_back(need);
        is_ready = is_ready && is_open[id];
      } else {
        round = std::max(round, next_round[need] - 1);
      }
    }
    is_open[id] = true;
    if (!is_ready) continue;
    if (initializer != initializer_of.end()) {
      round_of[initializer->second] = round;
      ++round;
    }
    next_round[id] = round + 1;
    stack.pop_back();
  }
  return round_of;
}

}  // namespace

std::vector<InitializationRound> initialization_rounds(const Graph& graph,
                                                       std::span<const Initializer> initializers,
                                                       const std::vector<bool>& is_initialized,
                                                       std::span<const Fetch> fetches) {
  if (initializers.empty()) return {};
  std::vector<InitializationRound> rounds;
  for (const auto& [initializer, round] :
       round_of_each(graph, initializers, is_initialized, fetches)) {
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].initializers.push_back(initializer);
    rounds[round].fetches.push_back(
        {.name = {}, .output = {initializers[initializer].assign, 0}, .has_value = false});
  }
  return rounds;
}

}  // namespace graphrun
