// What the pooling ops share: MaxPool, AvgPool.

#pragma once

#include <algorithm>
#include <type_traits>

#include "graph/work.h"
#include "kernels/for_dtype.h"
#include "kernels/onednn_pooling.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// What a pooling node does to images of this shape. `op` is for messages. Throws ShapeFault.
PoolingShape pooling_shape(const Attributes& attributes, const Shape& images, std::string_view op);

// The shape rule, for images whose channels are not pooled. Throws ShapeFault.
void shape_of_pooling(ShapeContext& context, std::string_view op);

// One operation for each cell of each window.
Work work_of_pooling(const WorkContext& context);

// float32 by oneDNN.
void pool_floats(KernelContext& context, const PoolingShape& shape);

// The attribute `ksize`.
AttributeDef ksize_attribute();

// Pooling by loops. Reduce<T> has a type Value, `T first()`, `add(Value so_far, Value next)` and
// `done(Value, cells)`; each works on one element.
template <typename T, template <typename> typename Reduce>
void plain_pooling(PoolingShape shape, const T* images, T* out) {
  using Value = typename Reduce<T>::Value;
  if (!shape.channels_last) {  // every channel is an image of one channel
    shape.batch *= shape.channels;
    shape.channels = 1;
  }
  const std::int64_t channels = shape.channels;
  const auto pool_row = [&](std::int64_t image, std::int64_t row, Value* values) {
    const WindowAxis& rows = shape.rows;
    const WindowAxis& columns = shape.columns;
    const std::int64_t top = row * rows.stride - rows.before;
    const std::int64_t first_y = std::max<std::int64_t>(0, top);
    const std::int64_t end_y = std::min(rows.input, top + rows.size);
    const T* from = images + image * rows.input * columns.input * channels;
    T* to = out + (image * rows.output + row) * columns.output * channels;
    for (std::int64_t column = 0; column < columns.output; ++column) {
      const std::int64_t left = column * columns.stride - columns.before;
      const std::int64_t first_x = std::max<std::int64_t>(0, left);
      const std::int64_t end_x = std::min(columns.input, left + columns.size);
      std::fill(values, values + channels, Reduce<T>::first());
      for (std::int64_t y = first_y; y < end_y; ++y) {
        for (std::int64_t x = first_x; x < end_x; ++x) {
          const T* pixel = from + (y * columns.input + x) * channels;
          for (std::int64_t c = 0; c < channels; ++c) {
            values[c] = Reduce<T>::add(values[c], static_cast<Value>(pixel[c]));
          }
        }
      }
      const std::int64_t cells = (end_y - first_y) * (end_x - first_x);
      for (std::int64_t c = 0; c < channels; ++c) {
        to[column * channels + c] = static_cast<T>(Reduce<T>::done(values[c], cells));
      }
    }
  };
  const ComputeShare share;
  parallel_for(shape.batch * shape.rows.output, 1, [&](std::int64_t first, std::int64_t end) {
    std::vector<Value> values(static_cast<std::size_t>(channels));
    for (std::int64_t i = first; i < end; ++i) {
      pool_row(i / shape.rows.output, i % shape.rows.output, values.data());
    }
  });
}

}  // namespace graphrun
