#include "runtime/device_order.h"

#include <algorithm>

namespace graphrun {

DeviceOrder::DeviceOrder(const Plan& plan, Devices& devices) : plan_(plan), devices_(devices) {
  const bool are_any_queued = std::ranges::any_of(plan.lanes, [&](const Lane& lane) {
    return lane.kind != Lane::Kind::host && devices.devices[lane.device]->make_event() != nullptr;
  });
  if (!are_any_queued) return;
  orders_.resize(plan.steps.size());
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    if (step.lane == 0) continue;
    Order& order = orders_[number];
    order.done = device(step).make_event();
    order.compute = device(step).make_event();
    order.must_be_done = must_be_done(step);
    if (order.done == nullptr) continue;
    for (const StepId later : plan.successors_of(step)) {
      const LaneId lane = plan.steps[later].lane;
      if (lane != 0 && lane != step.lane) orders_[later].behind.push_back(number);
    }
  }
}

bool DeviceOrder::must_be_done(const Step& step) const {
  const auto is_of_host = [&](StepId later) { return plan_.steps[later].lane == 0; };
  if (std::ranges::any_of(plan_.successors_of(step), is_of_host)) return true;
  for (std::uint32_t i = 0; i < step.outputs; ++i) {  // and the fetches, which the host reads
    if (plan_.spaces[plan_.slots[step.first_output + i].space].is_host) return true;
  }
  // A copy reads what the compute queue of its source has made, and may be the last to read it.
  return step.is_copy && !plan_.spaces[plan_.slots[plan_.inputs_of(step)[0]].space].is_host;
}

DeviceQueue DeviceOrder::queue(const Step& step) const {
  switch (plan_.lanes[step.lane].kind) {
    case Lane::Kind::copies_in: return DeviceQueue::copies_in;
    case Lane::Kind::copies_out: return DeviceQueue::copies_out;
    default: return DeviceQueue::compute;
  }
}

void DeviceOrder::before(const Step& step, StepId number) {
  if (orders_.empty()) return;
  for (const StepId earlier : orders_[number].behind) {
    device(step).wait_for(queue(step), *orders_[earlier].done);
  }
}

void DeviceOrder::behind_compute(const Step& step, StepId number) {
  if (orders_.empty() || orders_[number].compute == nullptr) return;
  Event& event = *orders_[number].compute;
  device(step).record(DeviceQueue::compute, event);
  device(step).wait_for(queue(step), event);
}

void DeviceOrder::after(const Step& step, StepId number, bool waits) {
  if (orders_.empty() || orders_[number].done == nullptr) return;
  Event& event = *orders_[number].done;
  device(step).record(queue(step), event);
  if (waits || orders_[number].must_be_done) event.wait();
}

void DeviceOrder::synchronize() {
  if (orders_.empty()) return;
  for (const auto& device : devices_.devices) device->synchronize();
}

}  // namespace graphrun
