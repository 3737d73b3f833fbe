#include "runtime/session.h"

#include <omp.h>

#include <algorithm>
#include <unordered_map>

#include "runtime/compute_share.h"
#include "runtime/feed_values.h"

namespace graphrun {
namespace {

bool same_tensors(std::span<const Fetch> a, std::span<const Fetch> b) {
  return std::ranges::equal(a, b, {}, &Fetch::output, &Fetch::output);
}

}  // namespace

Session::Session(const Graph& graph, const Placement& placement, Devices& devices,
                 std::span<const Feed> feeds, std::span<const Initializer> initializers,
                 const SessionOptions& options)
    : graph_(graph),
      placement_(placement),
      devices_(devices),
      initializers_(initializers),
      options_(options),
      is_initialized_(initializers.size()) {
  state_.kernels.resize(graph.size());
  set_intra_op_threads(options.intra_op_threads);
  if (options_.inter_op_threads <= 0) options_.inter_op_threads = omp_get_num_procs();
  for (const Feed& feed : feeds) feeds_[feed.placeholder] = &feed;  // the last word wins
}

Session::~Session() {
  prepared_.reset();
  state_.kernels.clear();
}

std::vector<HostTensor> Session::run(std::span<const Fetch> fetches, RunRecord* record) {
  if (prepared_ == nullptr || !same_tensors(prepared_->fetches, fetches)) {
    initialize_variables(fetches);
    prepared_ = prepare(fetches);
  }
  return prepared_->executor->run(prepared_->fed, record);
}

std::unique_ptr<Session::Prepared> Session::prepare(std::span<const Fetch> fetches) {
  auto prepared = std::make_unique<Prepared>();
  prepared->fetches.assign(fetches.begin(), fetches.end());
  std::vector<NodeId> fed;
  for (const auto& [placeholder, feed] : feeds_) fed.push_back(placeholder);
  prepared->plan = make_plan(graph_, placement_, fetches, fed);
  for (const Plan::FedSlot& slot : prepared->plan.fed) {
    prepared->fed.push_back(value_of_feed(slot.placeholder));
  }
  prepared->executor = std::make_unique<Executor>(graph_, placement_, prepared->plan, devices_,
                                                  state_, options_.inter_op_threads);
  return prepared;
}

const HostTensor& Session::value_of_feed(NodeId placeholder) {
  const auto found = feed_values_.find(placeholder);
  if (found != feed_values_.end()) return found->second;
  return feed_values_.emplace(placeholder, feed_value(graph_, *feeds_.at(placeholder)))
      .first->second;
}

// In rounds: a variable whose initial value is computed from another one comes after that one.
void Session::initialize_variables(std::span<const Fetch> fetches) {
  if (initializers_.empty()) return;
  std::vector<std::vector<Fetch>> rounds;
  const auto wanted = uninitialized_variables(fetches);
  for (const auto& [initializer, round] : wanted) {
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].push_back(
        {.name = {}, .output = {initializers_[initializer].assign, 0}, .has_value = false});
  }
  for (const std::vector<Fetch>& round : rounds) {
    const auto prepared = prepare(round);
    prepared->executor->run(prepared->fed);
  }
  for (const auto& [initializer, round] : wanted) is_initialized_[initializer] = true;
}

// The variables that the fetches need, or that the initial values of those need, each with the
// round in which it can be initialised: one after the last of those that its initial value reads.
// By position in initializers_.
std::map<std::size_t, std::size_t> Session::uninitialized_variables(
    std::span<const Fetch> fetches) const {
  std::unordered_map<NodeId, std::size_t> initializer_of;
  for (std::size_t i = 0; i < initializers_.size(); ++i) {
    if (!is_initialized_[i]) initializer_of.emplace(initializers_[i].variable, i);
  }
  // A walk back from the fetches, without recursion: a node is finished when all that it needs is.
  // A variable needs what its initial value does.
  constexpr std::size_t kUnseen = 0;
  std::vector<std::size_t> next_round(graph_.size(), kUnseen);  // plus one: 0 is not seen yet
  std::vector<bool> is_open(graph_.size());
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
    for (const OutputRef input : graph_.inputs(id)) needs.push_back(input.node);
    for (const NodeId control : graph_.control_inputs(id)) needs.push_back(control);
    const auto initializer = initializer_of.find(id);
    if (initializer != initializer_of.end()) {
      for (const OutputRef input : graph_.inputs(initializers_[initializer->second].assign)) {
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

}  // namespace graphrun
