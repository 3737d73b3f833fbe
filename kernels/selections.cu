// Ops that take each element from one of several places, or repeat one, on GPUs: Select,
// ClipByValue, OnesLike, OneHot, Eye, MatrixBandPart, Gather and GatherV2. What they compute is
// said in the ops' own files.

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"
#include "kernels/element_bytes.h"
#include "kernels/index_values.h"
#include "kernels/take_along.h"

namespace graphrun {
namespace {

// Calls act(std::type_identity<Word>{}) with the unsigned integer of an element's size: what moves
// elements does not look into them.
template <typename Act>
void for_word(DType dtype, const Act& act) {
  for_element_bytes(dtype, [&]<typename E>(std::type_identity<E>) {
    if constexpr (!std::is_same_v<E, std::string>) act(std::type_identity<decltype(E::word)>{});
  });
}

// Each condition is for `row` elements; a scalar one for all.
template <typename Word>
__global__ void choose(const bool* conditions, const Word* t, const Word* e, Word* output,
                       std::int64_t elements, std::int64_t row) {
  if (const std::int64_t i = thread_number(); i < elements) {
    output[i] = conditions[row == 1 ? i : i / row] ? t[i] : e[i];
  }
}

template <typename T>
__global__ void clip(const T* t, const T* least, bool least_is_array, const T* most,
                     bool most_is_array, T* output, std::int64_t elements) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const auto x = widened(t[i]);
    const auto low = widened(least[least_is_array ? i : 0]);
    const auto high = widened(most[most_is_array ? i : 0]);
    const auto below = high < x ? high : x;
    output[i] = narrowed<T>(below < low ? low : below);
  }
}

template <typename T>
__global__ void set_all(T* to, std::int64_t elements, T value) {
  if (const std::int64_t i = thread_number(); i < elements) to[i] = value;
}

// Of indices in rows of `inner`, along a new axis of `depth` before them.
template <typename Word, typename Index>
__global__ void one_hot(const Index* indices, const Word* on, const Word* off, Word* to,
                        std::int64_t elements, std::int64_t depth, std::int64_t inner) {
  const Word hot = *on;
  const Word cold = *off;
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t row = i / inner;  // index of the outer axes, then along the new one
    const std::int64_t at = row / depth * inner + i % inner;
    to[i] = static_cast<std::int64_t>(indices[at]) == row % depth ? hot : cold;
  }
}

template <typename T>
__global__ void eye(T* to, std::int64_t elements, std::int64_t rows, std::int64_t columns, T one) {
  if (const std::int64_t i = thread_number(); i < elements) {
    to[i] = i / columns % rows == i % columns ? one : T{};
  }
}

// Negative bounds are none.
template <typename Word>
__global__ void band_part(const Word* from, Word* to, std::int64_t elements, std::int64_t rows,
                          std::int64_t columns, std::int64_t lower, std::int64_t upper) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t row = i / columns % rows;
    const std::int64_t column = i % columns;
    const bool is_in = (lower < 0 || row - column <= lower) && (upper < 0 || column - row <= upper);
    to[i] = is_in ? from[i] : Word{0};
  }
}

// For each batch, outer index and index, `inner` elements. An index that is out of range takes
// zeros: a GPU cannot report it, and TensorFlow's GPU kernel does so.
struct TakeWalk {
  std::int64_t outer = 1;
  std::int64_t indices = 1;  // a batch
  std::int64_t extent = 1;   // of the axis that is taken from
  std::int64_t inner = 1;
};

template <typename Word, typename Index>
__global__ void take(const Word* params, const Index* indices, Word* to, std::int64_t elements,
                     TakeWalk walk) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t piece = i / walk.inner;
    const std::int64_t row = piece / walk.indices;  // batch * outer + outer index
    const std::int64_t batch = row / walk.outer;
    const auto index =
        static_cast<std::int64_t>(indices[batch * walk.indices + piece % walk.indices]);
    const bool is_in = index >= 0 && index < walk.extent;
    to[i] = is_in ? params[(row * walk.extent + index) * walk.inner + i % walk.inner] : Word{0};
  }
}

template <typename T>
T one_of() {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return T(1.0F);
  } else {
    return T(1);
  }
}

}  // namespace

void select_cuda(KernelContext& context) {
  const Tensor& condition = context.input(0);
  const Tensor& t = context.input(1);
  const Tensor& e = context.input(2);
  if (t.shape() != e.shape()) {
    KernelContext::invalid("'then' and 'else' must have the same size.  but received: " +
                           to_string(t.shape()) + " vs. " + to_string(e.shape()));
  }
  const Shape& shape = condition.shape();
  const bool is_vector = shape.rank() == 1 && t.shape().rank() > 0 && shape[0] == t.shape()[0];
  if (shape.rank() != 0 && !is_vector && shape != t.shape()) {
    KernelContext::invalid(
        "Inputs to operation Select of type Select must have the same size and shape.  Input 0: " +
        to_string(shape) + " != input 1: " + to_string(t.shape()));
  }
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  if (elements == 0) return;
  CudaDevice& device = cuda_device(context);
  for_word(output.dtype(), [&]<typename Word>(std::type_identity<Word>) {
    launch_per_item(device, elements, choose<Word>, static_cast<const bool*>(condition.data()),
                    static_cast<const Word*>(t.data()), static_cast<const Word*>(e.data()),
                    static_cast<Word*>(output.data()), elements, elements / condition.elements());
  });
}

void clip_by_value_cuda(KernelContext& context) {
  const Tensor& t = context.input(0);
  const Tensor& least = context.input(1);
  const Tensor& most = context.input(2);
  for (const Tensor* bound : {&least, &most}) {
    if (bound->shape().rank() == 0 || bound->shape() == t.shape()) continue;
    KernelContext::invalid(
        "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. "
        "input shape: " +
        to_string(t.shape()) + "clip_value_min shape: " + to_string(least.shape()) +
        "clip_value_max shape: " + to_string(most.shape()));
  }
  const Tensor& output = context.output();
  CudaDevice& device = cuda_device(context);
  CudaClippable::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, output.elements(), clip<T>, static_cast<const T*>(t.data()),
                    static_cast<const T*>(least.data()), least.shape().rank() != 0,
                    static_cast<const T*>(most.data()), most.shape().rank() != 0,
                    static_cast<T*>(output.data()), output.elements());
  });
}

void ones_like_cuda(KernelContext& context) {
  const Tensor& output = context.output();
  CudaDevice& device = cuda_device(context);
  CudaOnes::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, output.elements(), set_all<T>, static_cast<T*>(output.data()),
                    output.elements(), one_of<T>());
  });
}

void one_hot_cuda(KernelContext& context) {
  const Tensor& indices = context.input(0);
  expect_one_element(context.input(1), "depth");
  expect_one_element(context.input(2), "on_value");
  expect_one_element(context.input(3), "off_value");
  const std::int64_t depth = integer_of(context.input(1), "depth");
  if (depth < 0)
    KernelContext::invalid("depth must be non-negative, got: " + std::to_string(depth));
  const std::int64_t axis = context.attributes().integer("axis");
  const int rank = indices.shape().rank();
  if (axis < -1 || axis > rank) {
    KernelContext::invalid("Expected axis to be -1 or between [0, " + std::to_string(rank + 1) +
                           ").  But received: " + std::to_string(axis));
  }
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const auto at = static_cast<std::size_t>(axis == -1 ? rank : axis);
  const std::int64_t inner = product(indices.shape().extents().subspan(at));
  CudaDevice& device = cuda_device(context);
  for_word(output.dtype(), [&]<typename Word>(std::type_identity<Word>) {
    CudaIndices::visit(indices.dtype(), [&]<typename Index>(std::type_identity<Index>) {
      launch_per_item(device, output.elements(), one_hot<Word, Index>,
                      static_cast<const Index*>(indices.data()),
                      static_cast<const Word*>(context.input(2).data()),
                      static_cast<const Word*>(context.input(3).data()),
                      static_cast<Word*>(output.data()), output.elements(), depth, inner);
    });
  });
}

void eye_cuda(KernelContext& context) {
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  if (elements == 0) return;
  const Shape& shape = output.shape();
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, elements, eye<T>, static_cast<T*>(output.data()), elements,
                    shape[shape.rank() - 2], shape[shape.rank() - 1], one_of<T>());
  });
}

void matrix_band_part_cuda(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Shape& shape = input.shape();
  const std::int64_t lower = integer_of(context.input(1), "num_lower");
  const std::int64_t upper = integer_of(context.input(2), "num_upper");
  planned_now([&] { expect_rank_at_least(shape, 2); });
  const std::int64_t rows = shape[shape.rank() - 2];
  const std::int64_t columns = shape[shape.rank() - 1];
  if (lower > rows) {
    KernelContext::invalid("num_lower must be negative or less or equal to number of rows (" +
                           std::to_string(rows) + ") got: " + std::to_string(lower));
  }
  if (upper > columns) {
    KernelContext::invalid("num_upper must be negative or less or equal to number of columns (" +
                           std::to_string(columns) + ") got: " + std::to_string(upper));
  }
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  CudaDevice& device = cuda_device(context);
  for_word(output.dtype(), [&]<typename Word>(std::type_identity<Word>) {
    launch_per_item(device, elements, band_part<Word>, static_cast<const Word*>(input.data()),
                    static_cast<Word*>(output.data()), elements, rows, columns, lower, upper);
  });
}

// The GPU module's: gather.cc and gather_v2.cc call it.
void take_along(KernelContext& context, int axis, int batch_axes) {
  const Tensor& params = context.input(0);
  const Tensor& places = context.input(1);
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  if (elements == 0) return;
  const auto extents = params.shape().extents();
  const auto batches = static_cast<std::size_t>(batch_axes);
  const auto at = static_cast<std::size_t>(axis);
  const TakeWalk walk{.outer = product(extents.subspan(batches, at - batches)),
                      .indices = places.elements() / product(extents.first(batches)),
                      .extent = extents[at],
                      .inner = product(extents.subspan(at + 1))};
  CudaDevice& device = cuda_device(context);
  for_word(params.dtype(), [&]<typename Word>(std::type_identity<Word>) {
    TypeList<std::int32_t, std::int64_t>::visit(places.dtype(), [&]<typename Index>(
                                                                    std::type_identity<Index>) {
      launch_per_item(device, elements, take<Word, Index>, static_cast<const Word*>(params.data()),
                      static_cast<const Index*>(places.data()), static_cast<Word*>(output.data()),
                      elements, walk);
    });
  });
}

}  // namespace graphrun
