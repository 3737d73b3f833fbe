#include "runtime/walk_order.h"

#include <queue>

namespace graphrun {
namespace {

constexpr StepId kNoStep = 0xffffffffu;

class Walk {
 public:
  Walk(const Plan& plan, Copies copies) : plan_(plan), copies_(copies), queues_(plan.lanes.size()) {
    waits_.reserve(plan.steps.size());
    for (StepId number = 0; number < plan.steps.size(); ++number) {
      const Step& step = plan.steps[number];
      waits_.push_back(step.waits_for);
      if (step.lane != 0) {
        queues_[step.lane].steps.push_back(number);
      } else if (step.waits_for == 0) {
        ready_.push(number);
      }
    }
  }

  std::vector<StepId> order() {
    std::vector<StepId> order;
    order.reserve(plan_.steps.size());
    while (order.size() < plan_.steps.size()) {
      const StepId number = next();
      take(number);
      order.push_back(number);
    }
    return order;
  }

 private:
  struct Queue {
    std::vector<StepId> steps;
    std::size_t taken = 0;
  };

  // Of a lane: the step that it could take now, or kNoStep.
  StepId head(LaneId lane) const {
    if (lane == 0) return chain_ != kNoStep ? chain_ : ready_.empty() ? kNoStep : ready_.top();
    const Queue& queue = queues_[lane];
    if (queue.taken == queue.steps.size()) return kNoStep;
    const StepId number = queue.steps[queue.taken];
    return waits_[number] == 0 ? number : kNoStep;
  }

  bool is_for_copies(LaneId lane) const {
    const Lane::Kind kind = plan_.lanes[lane].kind;
    return kind == Lane::Kind::copies_in || kind == Lane::Kind::copies_out;
  }

  StepId next() const {
    StepId first = kNoStep;  // the greatest number
    for (LaneId lane = 0; lane < plan_.lanes.size(); ++lane) {
      const StepId number = head(lane);
      if (copies_ == Copies::at_once && is_for_copies(lane) && number != kNoStep) return number;
      first = std::min(first, number);
    }
    return first;
  }

  // As the executor: a thread of the host goes on with the first step that it has made ready.
  void take(StepId number) {
    const Step& step = plan_.steps[number];
    if (step.lane != 0) {
      ++queues_[step.lane].taken;
    } else if (number == chain_) {
      chain_ = kNoStep;
    } else {
      ready_.pop();
    }
    for (const StepId successor : plan_.successors_of(step)) {
      if (--waits_[successor] != 0 || plan_.steps[successor].lane != 0) continue;
      if (step.lane == 0 && chain_ == kNoStep) {
        chain_ = successor;
      } else {
        ready_.push(successor);
      }
    }
  }

  const Plan& plan_;
  Copies copies_;
  std::vector<std::uint32_t> waits_;                                        // by StepId
  std::vector<Queue> queues_;                                               // by LaneId
  std::priority_queue<StepId, std::vector<StepId>, std::greater<>> ready_;  // of the host
  StepId chain_ = kNoStep;  // what the host's thread goes on with
};

}  // namespace

std::vector<StepId> walk_order(const Plan& plan, Copies copies) {
  return Walk(plan, copies).order();
}

}  // namespace graphrun
