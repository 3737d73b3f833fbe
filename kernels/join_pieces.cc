#include "kernels/join_pieces.h"

#include <fmt/format.h>

#include "graph/shape_rules.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

struct Pieces {
  std::int64_t count = 1;  // before the axis
  std::int64_t elements = 1;

  Pieces(const Shape& shape, int axis) {
    const auto extents = shape.extents();
    count = product(extents.first(static_cast<std::size_t>(axis)));
    elements = product(extents.subspan(static_cast<std::size_t>(axis)));
  }
};

const void* element_at(const Tensor& tensor, std::int64_t i) {
  return static_cast<const char*>(tensor.data()) +
         static_cast<std::size_t>(i) * bytes_per_element(tensor.dtype());
}

}  // namespace

Shape shape_side_by_side(const ShapeContext& context, int first, int count,
                         std::optional<std::int64_t> axis) {
  if (!axis) {
    Shape any = Shape::of_unknown_rank();
    for (int i = first; i < first + count; ++i) {
      const Shape& input = context.input(i);
      if (input.has_rank()) any = merged_shape(any, open_shape(input.rank()));
    }
    return any;
  }
  const int least = least_rank(*axis);
  Shape before = Shape::of_unknown_rank();
  Shape after = Shape::of_unknown_rank();
  std::int64_t extent = 0;
  bool all_known = true;
  for (int i = first; i < first + count; ++i) {
    const Shape& input = context.input(i);
    expect_rank_at_least(input, least);
    if (!input.has_rank()) {
      all_known = false;
      continue;
    }
    const int at = static_cast<int>(*axis < 0 ? *axis + input.rank() : *axis);
    before = merged_shape(before, part_of(input, 0, at));
    after = merged_shape(after, part_of(input, at + 1, input.rank()));
    if (input[at] == Shape::kUnknown) all_known = false;
    if (all_known) extent += input[at];
  }
  if (!before.has_rank()) return Shape::of_unknown_rank();
  return joined(joined(before, Shape{all_known ? extent : Shape::kUnknown}), after);
}

void concatenate(KernelContext& context, int first, int count, int axis_input) {
  const std::int64_t axis = integer_of(context.input(axis_input), "axis");
  const Shape& shape = context.input(first).shape();
  const auto at = axis_of(axis, shape.rank());
  if (!at) {
    KernelContext::invalid(fmt::format(
        "ConcatOp : Expected concatenating dimensions in the range [{}, {}), but got {}",
        -shape.rank(), shape.rank(), axis));
  }
  for (int i = 0; i < count; ++i) {
    const Shape& other = context.input(first + i).shape();
    bool fits = other.rank() == shape.rank();
    for (int d = 0; fits && d < shape.rank(); ++d) fits = d == *at || other[d] == shape[d];
    if (!fits) {
      KernelContext::invalid(
          fmt::format("ConcatOp : Dimensions of inputs should match: shape[0] = {} vs. shape[{}] = "
                      "{}",
                      to_string(shape), i, to_string(other)));
    }
  }
  join_pieces(context, first, count, *at);
}

void join_pieces(KernelContext& context, int first, int count, int axis) {
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const Pieces whole(output.shape(), axis);
  std::int64_t at = 0;
  for (int i = first; i < first + count; ++i) {
    const Tensor& input = context.input(i);
    const std::int64_t elements = input.elements() / whole.count;
    StridedCopy copy;
    copy.to_first = at;
    copy.add_axis(whole.count, elements, whole.elements);
    copy.add_axis(elements, 1, 1);
    strided_copy(context, input.dtype(), input.data(), output.data(), copy);
    at += elements;
  }
}

void cut_into_pieces(KernelContext& context, int i, int axis) {
  const Tensor& input = context.input(i);
  const Pieces whole(input.shape(), axis);
  const int outputs = static_cast<int>(context.node().outputs);
  std::int64_t at = 0;
  for (int o = 0; o < outputs; ++o) {
    const Tensor& output = context.output(o);
    if (output.elements() == 0) continue;
    const std::int64_t elements = output.elements() / whole.count;
    StridedCopy copy;
    copy.add_axis(whole.count, whole.elements, elements);
    copy.add_axis(elements, 1, 1);
    strided_copy(context, input.dtype(), element_at(input, at), output.data(), copy);
    at += elements;
  }
}

}  // namespace graphrun
