#include "runtime/memory_plan.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "runtime/fed_shapes.h"
#include "runtime/initialization.h"
#include "runtime/memory_walk.h"

namespace graphrun {
namespace {

// A session's memory is the same from the third run on: constants and variables are there, and the
// second run began as the third does.
constexpr int kRunsThatDiffer = 3;

std::vector<Plan> plans_of(const MemoryQuestion& question) {
  std::set<NodeId> placeholders;
  for (const Feed& feed : question.feeds) placeholders.insert(feed.placeholder);
  const std::vector<NodeId> fed(placeholders.begin(), placeholders.end());
  std::vector<Plan> plans;
  const auto add = [&](std::span<const Fetch> fetches) {
    plans.push_back(make_plan(question.graph, question.placement, fetches, fed));
  };
  const std::vector<bool> none(question.initializers.size());
  for (const InitializationRound& round :
       initialization_rounds(question.graph, question.initializers, none, question.fetches)) {
    add(round.fetches);
  }
  add(question.fetches);
  return plans;
}

// The initialising runs come first, and once.
MemoryWalk walk(const MemoryQuestion& question, const FedShapes& shapes, Copies copies,
                const std::vector<Plan>& plans) {
  MemoryWalk walk(question, shapes, copies);
  for (std::size_t i = 0; i + 1 < plans.size(); ++i) walk.carry_out(plans[i]);
  for (int run = 0; run < std::min(question.steps, kRunsThatDiffer); ++run) {
    walk.carry_out(plans.back());
  }
  return walk;
}

// Of memories with a shortage, the peak that there would be with memory enough.
void tell_whole_needs(const MemoryQuestion& question, const FedShapes& shapes,
                      const std::vector<Plan>& plans, MemoryPlan& plan) {
  MemoryQuestion enough = question;
  enough.limit_bytes = std::size_t{1} << 60;
  const std::vector<MemoryNeed> needs = walk(enough, shapes, Copies::at_once, plans).take_needs();
  for (std::size_t i = 0; i < needs.size(); ++i) {
    MemoryNeed& need = plan.memories[i];
    if (!need.shortage) continue;
    const MemoryNeed short_of = std::exchange(need, needs[i]);
    need.shortage = short_of.shortage;
    need.limit_bytes = short_of.limit_bytes;
    need.peak_in_turn_bytes = need.peak_bytes;
  }
}

std::size_t sum(const BytesByUse& bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), std::size_t{0});
}

}  // namespace

std::size_t MemoryNeed::whole_bytes() const { return peak_bytes + small_bytes + sum(beside); }

bool MemoryNeed::fits() const {
  return limit_bytes == 0 || (!shortage && whole_bytes() <= limit_bytes);
}

bool MemoryPlan::fits() const { return std::ranges::all_of(memories, &MemoryNeed::fits); }

MemoryPlan plan_memory(const MemoryQuestion& question) {
  const FedShapes shapes(question.graph, question.feeds);
  const std::vector<Plan> plans = plans_of(question);
  MemoryWalk at_once = walk(question, shapes, Copies::at_once, plans);
  MemoryPlan plan{.memories = at_once.take_needs(), .open = at_once.open_tensors()};
  const std::vector<MemoryNeed> in_turn =
      walk(question, shapes, Copies::in_turn, plans).take_needs();
  for (std::size_t i = 0; i < in_turn.size(); ++i) {
    plan.memories[i].peak_in_turn_bytes = in_turn[i].peak_bytes;
  }
  if (std::ranges::any_of(plan.memories,
                          [](const MemoryNeed& need) { return need.shortage.has_value(); })) {
    tell_whole_needs(question, shapes, plans, plan);
  }
  const bool has_gpu =
      std::ranges::any_of(plan.memories, [](const MemoryNeed& need) { return !need.is_host; });
  if (question.limit_bytes && !has_gpu) {
    for (MemoryNeed& need : plan.memories) need.limit_bytes = *question.limit_bytes;
  }
  return plan;
}

}  // namespace graphrun
