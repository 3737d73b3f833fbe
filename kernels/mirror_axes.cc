#include "kernels/mirror_axes.h"

#include "kernels/strided_copy.h"

namespace graphrun {

void mirror_axes(KernelContext& context, const std::vector<bool>& is_mirrored) {
  const Tensor& input = context.input(0);
  const auto steps = steps_of(input.shape());
  StridedCopy copy;
  for (int axis = 0; axis < input.shape().rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t extent = input.shape()[axis];
    const bool turns = is_mirrored[i] && extent > 1;
    if (turns) copy.from_first += (extent - 1) * steps[i];
    copy.add_axis(extent, turns ? -steps[i] : steps[i], steps[i]);
  }
  if (copy.from_first == 0) {
    context.set_output(0, input);
    return;
  }
  strided_copy(context, input.dtype(), input.data(), context.output().data(), copy);
}

}  // namespace graphrun
