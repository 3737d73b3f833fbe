#include "runtime/task_plan.h"

#include <algorithm>
#include <utility>

namespace graphrun {
namespace {

// What a small kernel costs: the executor's own work, and its elements'.
constexpr std::uint32_t kStepCostNs = 60;
constexpr std::size_t kBytesPerNs = 2;
// Products and the like do more work than they have bytes, but not much more while they are small.
constexpr std::size_t kSmallBytes = 16 * 1024;

class TaskMaker {
 public:
  TaskMaker(const Graph& graph, const Plan& plan)
      : graph_(graph), plan_(plan), task_of_(plan.steps.size()), is_held_(plan.steps.size()) {
    // Who waits for whom, the other way round.
    first_need_.resize(plan.steps.size() + 1);
    for (StepId step = 0; step < plan.steps.size(); ++step) {
      first_need_[step + 1] = first_need_[step] + plan.steps[step].waits_for;
    }
    needs_.resize(plan.successors.size());
    std::vector<std::uint32_t> next(first_need_.begin(), first_need_.end() - 1);
    for (StepId step = 0; step < plan.steps.size(); ++step) {
      for (const StepId successor : plan.successors_of(plan.steps[step])) {
        needs_[next[successor]++] = step;
      }
    }
  }

  TaskPlan make() {
    for (StepId step = 0; step < plan_.steps.size(); ++step) add(step);
    link();
    return std::move(made_);
  }

 private:
  std::span<const StepId> needs(StepId step) const {
    return std::span(needs_).subspan(first_need_[step], first_need_[step + 1] - first_need_[step]);
  }

  // 0: its shapes are not known.
  std::uint32_t cost_ns(const Step& step) const {
    if (step.lane != 0) return kLargeCostNs;
    std::size_t bytes = 0;
    const auto add_bytes = [&](SlotId slot) {
      const Output& output = graph_.output(plan_.slots[slot].tensor);
      if (!output.shape.is_complete()) return false;
      const auto elements = output.shape.checked_elements();
      if (!elements || *elements > static_cast<std::int64_t>(kSmallBytes)) return false;
      bytes += static_cast<std::size_t>(*elements) * bytes_per_element(output.dtype);
      return true;
    };
    for (const SlotId slot : plan_.inputs_of(step)) {
      if (!add_bytes(slot)) return kLargeCostNs;
    }
    for (std::uint32_t i = 0; i < step.outputs; ++i) {
      if (!add_bytes(step.first_output + i)) return kLargeCostNs;
    }
    if (bytes > kSmallBytes) return kLargeCostNs;
    return kStepCostNs + static_cast<std::uint32_t>(bytes / kBytesPerNs);
  }

  void add(StepId number) {
    const Step& step = plan_.steps[number];
    const std::uint32_t cost = cost_ns(step);
    const bool is_small = cost < kLargeCostNs;
    const auto current = static_cast<TaskId>(made_.tasks.size()) - 1;

    // The tasks that hold this step back, apart from the one before it.
    bool reads_current = false;
    held_by_.clear();
    for (const StepId need : needs(number)) {
      if (is_open_ && task_of_[need] == current) {
        reads_current = true;
      } else if (is_held_[need]) {
        held_by_.push_back(task_of_[need]);
      }
    }
    std::ranges::sort(held_by_);
    held_by_.erase(std::unique(held_by_.begin(), held_by_.end()), held_by_.end());

    const bool joins = is_small && is_open_ &&
                       made_.tasks[current].cost_ns + cost <= kLargeCostNs &&
                       std::ranges::includes(current_held_by_, held_by_) &&
                       (reads_current || held_by_.size() == current_held_by_.size());
    if (!joins) {
      for (const StepId need : needs(number)) {
        if (is_open_ && task_of_[need] == current && is_held_[need]) held_by_.push_back(current);
      }
      std::ranges::sort(held_by_);
      held_by_.erase(std::unique(held_by_.begin(), held_by_.end()), held_by_.end());
      made_.tasks.push_back({.first = number, .lane = step.lane});
      std::swap(current_held_by_, held_by_);
      is_open_ = is_small;
    }
    Task& task = made_.tasks.back();
    ++task.steps;
    task.cost_ns += cost;
    task_of_[number] = static_cast<TaskId>(made_.tasks.size() - 1);
    is_held_[number] = !is_small || !current_held_by_.empty();
  }

  void link() {
    std::vector<std::pair<TaskId, TaskId>> edges;
    for (StepId step = 0; step < plan_.steps.size(); ++step) {
      for (const StepId need : needs(step)) {
        if (task_of_[need] != task_of_[step]) edges.emplace_back(task_of_[need], task_of_[step]);
      }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    made_.successors.reserve(edges.size());
    for (const auto& [earlier, later] : edges) {
      Task& task = made_.tasks[earlier];
      if (task.successors == 0) {
        task.first_successor = static_cast<std::uint32_t>(made_.successors.size());
      }
      ++task.successors;
      ++made_.tasks[later].waits_for;
      made_.successors.push_back(later);
    }
  }

  const Graph& graph_;
  const Plan& plan_;
  std::vector<std::uint32_t> first_need_;  // by StepId, into needs_
  std::vector<StepId> needs_;
  TaskPlan made_;
  std::vector<TaskId> task_of_;          // by StepId
  std::vector<bool> is_held_;            // by StepId: it is large, or comes after one that is
  bool is_open_ = false;                 // whether the last task may grow
  std::vector<TaskId> current_held_by_;  // of the last task
  std::vector<TaskId> held_by_;
};

}  // namespace

TaskPlan make_tasks(const Graph& graph, const Plan& plan) { return TaskMaker(graph, plan).make(); }

}  // namespace graphrun
