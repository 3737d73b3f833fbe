#include "runtime/session.h"

#include <omp.h>

#include <algorithm>

#include "runtime/compute_share.h"
#include "runtime/feed_values.h"
#include "runtime/initialization.h"

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

void Session::prepare(std::span<const Fetch> fetches, PhaseTimes* times) {
  if (prepared_ != nullptr && same_tensors(prepared_->fetches, fetches)) return;
  if (!initializers_.empty()) {
    PhaseClock clock(times);
    initialize_variables(fetches);
    clock.done(Phase::initialize);
  }
  prepared_ = make_prepared(fetches, times);
}

std::vector<HostTensor> Session::run(std::span<const Fetch> fetches, RunRecord* record) {
  prepare(fetches);
  return prepared_->executor->run(prepared_->fed, record);
}

std::unique_ptr<Session::Prepared> Session::make_prepared(std::span<const Fetch> fetches,
                                                          PhaseTimes* times) {
  PhaseClock clock(times);
  auto prepared = std::make_unique<Prepared>();
  prepared->fetches.assign(fetches.begin(), fetches.end());
  std::vector<NodeId> fed;
  for (const auto& [placeholder, feed] : feeds_) fed.push_back(placeholder);
  prepared->plan = make_plan(graph_, placement_, fetches, fed);
  prepared->executor = std::make_unique<Executor>(graph_, placement_, prepared->plan, devices_,
                                                  state_, options_.inter_op_threads);
  clock.done(Phase::plan);
  for (const Plan::FedSlot& slot : prepared->plan.fed) {
    prepared->fed.push_back(value_of_feed(slot.placeholder));
  }
  if (!prepared->fed.empty()) clock.done(Phase::feed);
  return prepared;
}

const HostTensor& Session::value_of_feed(NodeId placeholder) {
  const auto found = feed_values_.find(placeholder);
  if (found != feed_values_.end()) return found->second;
  return feed_values_.emplace(placeholder, feed_value(graph_, *feeds_.at(placeholder)))
      .first->second;
}

void Session::initialize_variables(std::span<const Fetch> fetches) {
  for (const InitializationRound& round :
       initialization_rounds(graph_, initializers_, is_initialized_, fetches)) {
    const auto prepared = make_prepared(round.fetches, nullptr);
    prepared->executor->run(prepared->fed);
    for (const std::size_t initializer : round.initializers) is_initialized_[initializer] = true;
  }
}

}  // namespace graphrun
