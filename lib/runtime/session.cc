#include "runtime/session.h"

#include <omp.h>

#include <algorithm>

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
      is_initialized_(initializers.size()),
      states_(graph.size()) {
  set_intra_op_threads(options.intra_op_threads);
  if (options_.inter_op_threads <= 0) options_.inter_op_threads = omp_get_num_procs();
  for (const Feed& feed : feeds) feeds_[feed.placeholder] = &feed;  // the last word wins
}

Session::~Session() {
  prepared_.reset();
  states_.clear();
}

std::vector<HostTensor> Session::run(std::span<const Fetch> fetches) {
  if (prepared_ == nullptr || !same_tensors(prepared_->fetches, fetches)) {
    initialize_variables(fetches);
    prepared_ = prepare(fetches);
  }
  return prepared_->executor->run(prepared_->fed);
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
                                                  states_, options_.inter_op_threads);
  return prepared;
}

const HostTensor& Session::value_of_feed(NodeId placeholder) {
  const auto found = feed_values_.find(placeholder);
  if (found != feed_values_.end()) return found->second;
  return feed_values_.emplace(placeholder, feed_value(graph_, *feeds_.at(placeholder)))
      .first->second;
}

// A variable whose initial value is computed from another one comes after that one: in rounds, each
// of the variables whose initial values need none that is still to be initialised.
void Session::initialize_variables(std::span<const Fetch> fetches) {
  if (initializers_.empty()) return;
  const std::vector<bool> needed = needed_nodes(graph_, fetches);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < initializers_.size(); ++i) {
    if (!is_initialized_[i] && needed[initializers_[i].variable]) open.push_back(i);
  }
  const auto assign_fetch = [&](std::size_t i) {
    return Fetch{.name = {}, .output = {initializers_[i].assign, 0}, .has_value = false};
  };
  // What initial values need may be variables that no fetch does.
  for (std::size_t next = 0; next < open.size(); ++next) {
    const Fetch fetch = assign_fetch(open[next]);
    const std::vector<bool> below = needed_nodes(graph_, std::span(&fetch, 1));
    for (std::size_t i = 0; i < initializers_.size(); ++i) {
      if (is_initialized_[i] || !below[initializers_[i].variable]) continue;
      if (std::ranges::find(open, i) == open.end()) open.push_back(i);
    }
  }
  while (!open.empty()) {
    std::vector<Fetch> round;
    std::vector<std::size_t> later;
    for (const std::size_t i : open) {
      const Fetch fetch = assign_fetch(i);
      const std::vector<bool> below = needed_nodes(graph_, std::span(&fetch, 1));
      const bool waits = std::ranges::any_of(open, [&](std::size_t other) {
        return other != i && below[initializers_[other].variable];
      });
      if (waits) {
        later.push_back(i);
      } else {
        round.push_back(fetch);
      }
    }
    const auto prepared = prepare(round);
    prepared->executor->run(prepared->fed);
    for (const std::size_t i : open) {
      if (std::ranges::find(later, i) == later.end()) is_initialized_[i] = true;
    }
    open = std::move(later);
  }
}

}  // namespace graphrun
