// Range: start, start + delta, ..., as long as limit is not reached.

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

#include "graph/work.h"
#include "kernels/for_dtype.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

constexpr DTypes kTypes = {DType::bfloat16, DType::float32, DType::float64, DType::int32,
                           DType::int64};

template <typename Act>
auto for_range_type(DType dtype, const Act& act) {
  switch (dtype) {
    case DType::bfloat16: return act(std::type_identity<BFloat16>{});
    case DType::float32: return act(std::type_identity<float>{});
    case DType::float64: return act(std::type_identity<double>{});
    case DType::int32: return act(std::type_identity<std::int32_t>{});
    default: return act(std::type_identity<std::int64_t>{});
  }
}

// What a T is compared and divided as.
template <typename T>
using Number = std::conditional_t<std::is_same_v<T, BFloat16>, float, T>;

// Throws ShapeFault.
template <typename N>
std::int64_t size_of(N start, N limit, N delta) {
  if (delta == 0) throw ShapeFault{"Requires delta != 0"};
  if (delta > 0 && start > limit) {
    throw ShapeFault{fmt::format("Requires start <= limit when delta > 0: {}/{}", start, limit)};
  }
  if (delta < 0 && start < limit) {
    throw ShapeFault{fmt::format("Requires start >= limit when delta < 0: {}/{}", start, limit)};
  }
  if constexpr (std::is_integral_v<N>) {
    // The distance of two int64 fits uint64.
    const auto bits = [](N n) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(n)); };
    const std::uint64_t distance =
        delta > 0 ? bits(limit) - bits(start) : bits(start) - bits(limit);
    const std::uint64_t step = delta > 0 ? bits(delta) : std::uint64_t{0} - bits(delta);
    const std::uint64_t size = distance / step + (distance % step != 0 ? 1 : 0);
    if (size > static_cast<std::uint64_t>(INT64_MAX))
      throw ShapeFault{"Range has too many elements"};
    return static_cast<std::int64_t>(size);
  } else {
    const double size = std::ceil(static_cast<double>(std::abs((limit - start) / delta)));
    if (!(size < 0x1p63)) throw ShapeFault{"Range has too many elements"};  // or it is no number
    return static_cast<std::int64_t>(size);
  }
}

void infer(ShapeContext& context) {
  for (int i = 0; i < 3; ++i) expect_rank(context.input(i), 0);
  const auto start = context.value(0);
  const auto limit = context.value(1);
  const auto delta = context.value(2);
  if (!start || !limit || !delta) {
    context.set_output(0, Shape{Shape::kUnknown});
    return;
  }
  context.set_output(
      0, Shape{for_range_type(start->dtype(), [&]<typename T>(std::type_identity<T>) {
        using N = Number<T>;
        return size_of(N(start->as<T>()[0]), N(limit->as<T>()[0]), N(delta->as<T>()[0]));
      })});
}

void range_cpu(KernelContext& context) {
  const Tensor& output = context.output();
  for_range_type(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    T* to = static_cast<T*>(output.data());
    const std::int64_t elements = output.elements();
    const auto delta = A(context.input_as<T>(2)[0]);
    // Added up one by one and rounded each time, as TensorFlow does.
    T value = context.input_as<T>(0)[0];
    for (std::int64_t i = 0; i < elements; ++i) {
      to[i] = value;
      value = T(A(value) + delta);
    }
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Range, name: y, start: 0, limit: 10, delta: 3}
fetch: [y]
)";

}  // namespace

void add_range(OpCatalog& ops) {
  ops.add({.name = "Range",
           .summary = "the numbers from start in steps of delta, before limit",
           .inputs = {ArgDef::typed("start"), ArgDef::typed("limit"), ArgDef::typed("delta")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "Tidx", .allowed = kTypes, .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = only_writes,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = range_cpu},
                       {.device = DeviceType::gpu,
                        .types = {{DType::float32, DType::float64, DType::int32, DType::int64}},
                        .host_inputs = {0, 1, 2},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
