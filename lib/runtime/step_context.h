// What the kernel of a step sees: see runtime/kernel_context.h.

#pragma once

#include <vector>

#include "runtime/kernel_context.h"
#include "runtime/step_runner.h"

namespace graphrun {

class StepContext final : public KernelContext {
 public:
  StepContext(StepRunner& runner, const Step& step, Device& device, Worker& worker)
      : KernelContext(runner.graph_, step.node, device,
                      std::span(runner.inputs_).subspan(step.first_input, step.inputs),
                      std::span(runner.slots_).subspan(step.first_output, step.outputs),
                      runner.state_.kernels[step.node]),
        runner_(runner),
        step_(step),
        worker_(worker) {}

  Tensor allocate_kept(int i, DType dtype, const Shape& shape) override;
  bool is_on_host(int i) const override;
  void copy_from_host(int i, void* to, const void* from, std::size_t bytes) override;

  // Checks that the inputs fit together, and tells the outputs' shapes.
  void infer_shapes();

 private:
  SlotId slot_of_output(int i) const { return step_.first_output + static_cast<SlotId>(i); }
  SpaceId space_of_output(int i) const { return runner_.plan_.slots[slot_of_output(i)].space; }

  void allocate_output(int i) override;
  bool take_over(int input, int i) override;

  // The shape of output `i`, now that the inputs are there.
  const Shape& shape_now(int i);
  const Shape& shape_of_output(int i);

  StepRunner& runner_;
  const Step& step_;
  Worker& worker_;
  std::vector<Shape> shapes_now_;  // by output; empty while they are not inferred
};

}  // namespace graphrun
