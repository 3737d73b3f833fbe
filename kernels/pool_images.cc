#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernels/for_dtype.h"
#include "kernels/onednn_pooling.h"
#include "kernels/pooling.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

struct PoolingState final : KernelState {
  OneDnnPooling pooling;
};

// TensorFlow starts from the lowest finite number and takes what is larger: NaN never is, and where
// all is NaN or minus infinity the result is that number.
template <typename T>
struct Largest {
  using Value = std::conditional_t<std::is_integral_v<T> || std::is_same_v<T, double>, T, float>;

  static Value first() {
    if constexpr (std::is_same_v<T, Half>) return -65504.0f;
    if constexpr (std::is_same_v<T, BFloat16>) return -0x1.fep127f;
    return std::numeric_limits<Value>::lowest();
  }
  static Value add(Value so_far, Value next) { return so_far < next ? next : so_far; }
  static Value done(Value value, std::int64_t) { return value; }
};

// Padding is no part of it.
template <typename T>
struct Mean {
  using Value = Arithmetic<T>;

  static Value first() { return 0; }
  static Value add(Value so_far, Value next) { return so_far + next; }
  static Value done(Value sum, std::int64_t cells) { return sum / static_cast<Value>(cells); }
};

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

template <template <typename> typename Reduce>
void pool_by_loops(const PoolingShape& shape, const Tensor& images, const Tensor& out) {
  for_number_type(out.dtype(), [&]<typename T>(std::type_identity<T>) {
    plain_pooling<T, Reduce>(shape, static_cast<const T*>(images.data()),
                             static_cast<T*>(out.data()));
  });
}

}  // namespace

// float32 by oneDNN, all else by loops.
void pool_images(KernelContext& context, const PoolingShape& shape) {
  const Tensor& images = context.input(0);
  const Tensor& out = context.output();
  if (out.dtype() == DType::float32) {
    auto& state = context.state<PoolingState>([] { return std::make_unique<PoolingState>(); });
    state.pooling.pool(shape, static_cast<const float*>(images.data()),
                       static_cast<float*>(out.data()));
  } else if (shape.pooling == Pooling::average) {
    pool_by_loops<Mean>(shape, images, out);
  } else {
    pool_by_loops<Largest>(shape, images, out);
  }
}

}  // namespace graphrun
