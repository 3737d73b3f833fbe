// Pow: x to the power y. Integers are multiplied, and wrap around.

#include <cmath>

#include "kernels/binary_elementwise.h"
#include "kernels/vector_power.h"

namespace graphrun {
namespace {

using Integers = TypeList<std::int32_t, std::int64_t>;

// By squaring. REQUIRES: y >= 0.
template <typename T>
T integer_power(T x, T y) {
  auto square = static_cast<std::make_unsigned_t<T>>(x);
  std::make_unsigned_t<T> power = 1;
  for (auto rest = static_cast<std::make_unsigned_t<T>>(y); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) power *= square;
    square *= square;
  }
  return static_cast<T>(power);
}

void require_no_negative_exponent(KernelContext& context) {
  if (context.input(0).elements() == 0) return;  // nothing is computed
  const Tensor& exponents = context.input(1);
  Integers::visit(exponents.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto y = exponents.as<const T>();
    T least = 0;
    for (const T exponent : y) least = std::min(least, exponent);
    if (least < 0) KernelContext::invalid("Integers to negative integer powers are not allowed");
  });
}

template <typename T>
void power_of_reals(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Tensor& y = context.input(1);
  const Tensor& z = context.output();
  if (z.elements() == 0) return;
  const BroadcastWalk walk(x.shape(), y.shape(), z.shape());
  run_shared(z.elements(), [&] {
    for_row_parts(walk, [&](const RowPart& part) {
      vector_power(PowerOperand<T>{x.as<const T>().data() + part.a_at, part.a_step},
                   PowerOperand<T>{y.as<const T>().data() + part.b_at, part.b_step},
                   z.as<T>().data() + part.out_at, part.elements);
    });
  });
}

// Steps as BlockFn has them are those of vector_power.
template <typename T>
void power_block(const void* x, std::int64_t x_step, const void* y, std::int64_t y_step, void* z,
                 std::int64_t elements) {
  vector_power(PowerOperand<T>{static_cast<const T*>(x), x_step},
               PowerOperand<T>{static_cast<const T*>(y), y_step}, static_cast<T*>(z), elements);
}

void pow_cpu(KernelContext& context) {
  switch (context.type()) {
    case DType::float16:
      apply_broadcast<Half, Half>(
          context, [](Half x, Half y) { return Half(std::pow(float(x), float(y))); });
      return;
    case DType::float32: return power_of_reals<float>(context);
    case DType::float64: return power_of_reals<double>(context);
    default:
      require_no_negative_exponent(context);
      binary_elementwise_of<Integers>(context, [](auto x, auto y) { return integer_power(x, y); });
  }
}

}  // namespace

void add_pow(OpCatalog& ops) {
  OpDef op = binary_op(
      {.name = "Pow",
       .summary = "x to the power y, element by element",
       .allowed = kFewerNumberTypes,
       .on_cpu = {DType::float16, DType::float32, DType::float64, DType::int32, DType::int64},
       .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int64},
       .cpu = pow_cpu,
       .blocks = {{DType::float32, power_block<float>}, {DType::float64, power_block<double>}},
       .x = "[2.0, 9.0]",
       .y = "[10.0, 0.5]"});
  op.in_place_inputs = 0;  // of reals, which are computed in a function of two arrays
  ops.add(std::move(op));
}

}  // namespace graphrun
