// Keeps the work of one run in order on devices that queue it and do it later (runtime/device.h).
//
//   A step begins behind the steps of other queues that it waits for: its queue waits for their
//   events. Within a queue the plan's order is enough.
//   What the host waits for is done before the host goes on, and so is what reads memory that is
//   not its own queue's to give back: those steps block the thread that queued them.
//   A copy into new memory is behind what the compute queue had been given by then, since that may
//   still use what the memory held before.
//
// On the CPU and on simulated GPUs there are no events, and every call does nothing.

#pragma once

#include <memory>
#include <vector>

#include "runtime/devices.h"
#include "runtime/plan.h"

namespace graphrun {

// Each step's functions are called by the thread that serves its lane.
class DeviceOrder {
 public:
  // The arguments must outlive it.
  DeviceOrder(const Plan& plan, Devices& devices);

  // Before a step of a GPU's lane gives its queue work.
  void before(const Step& step, StepId number);
  // The step's queue goes on behind all that its device's compute queue has been given until now.
  void behind_compute(const Step& step, StepId number);
  // When it has; `waits`: until the work is done, whoever needs it. Throws Error(device) where work
  // has failed.
  void after(const Step& step, StepId number, bool waits);

  // Every GPU has done what it was given. Throws Error(device) where work has failed.
  void synchronize();

  DeviceQueue queue(const Step& step) const;

 private:
  Device& device(const Step& step) const {
    return *devices_.devices[plan_.lanes[step.lane].device];
  }
  // Whether the host, or memory of another device's, waits for the step.
  bool must_be_done(const Step& step) const;

  struct Order {
    std::unique_ptr<Event> done;     // nullptr: nobody in another queue waits for it
    std::unique_ptr<Event> compute;  // for behind_compute
    std::vector<StepId> behind;      // steps of other queues
    bool must_be_done = false;
  };

  const Plan& plan_;
  Devices& devices_;
  std::vector<Order> orders_;  // by StepId; empty where no device makes events
};

}  // namespace graphrun
