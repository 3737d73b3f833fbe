// Cast on GPUs: cast.cc says what becomes what.

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// Towards zero, the nearest end of To's range where x is outside it, 0 of a NaN.
template <typename To, typename From>
__device__ inline To saturated(From x) {
  using Limits = std::numeric_limits<To>;
  if (x != x) return To(0);
  // Powers of two, which every floating point type has.
  const From beyond = ldexp(From(1), Limits::digits);
  if (x >= beyond) return Limits::max();
  if (x <= (Limits::is_signed ? -beyond : From(0))) return Limits::lowest();
  return static_cast<To>(x);
}

// `bits`: how many of the last bits of a floating point number are cleared first.
template <typename To>
struct Converted {
  int bits = 0;

  template <typename From>
  __device__ auto operator()(From x) const {
    if constexpr (std::is_same_v<To, bool>) {
      return x != From(0);
    } else if constexpr (std::is_same_v<From, float>) {
      if (bits != 0 && x == x) x = __uint_as_float(__float_as_uint(x) >> bits << bits);
      return converted(x);
    } else if constexpr (std::is_same_v<From, double>) {
      if (bits != 0 && x == x) {
        const auto word = static_cast<std::uint64_t>(__double_as_longlong(x)) >> bits << bits;
        x = __longlong_as_double(static_cast<long long>(word));
      }
      return converted(x);
    } else {
      return converted(x);
    }
  }

 private:
  template <typename From>
  __device__ static auto converted(From x) {
    if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
      return static_cast<float>(x);  // narrowed() rounds it
    } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
      return saturated<To>(x);
    } else {
      return static_cast<To>(x);
    }
  }
};

using Types = CudaCastable;
using BFloat16AndFloat = TypeList<BFloat16, float>;

int bits_to_clear(DType from, DType to) {
  if (from == DType::float64 && to == DType::float32) return 52 - 23;
  if (from == DType::float64 && to == DType::float16) return 52 - 10;
  if (from == DType::float32 && to == DType::float16) return 23 - 10;
  if (from == DType::float32 && to == DType::bfloat16) return 23 - 7;
  return 0;
}

template <typename List>
void cast(KernelContext& context) {
  const Tensor& input = context.input(0);
  const DType to = context.type(1);
  if (input.dtype() == to) {
    context.set_output(0, input);
    return;
  }
  const bool truncates = context.attributes().boolean("Truncate");
  const int bits = truncates ? bits_to_clear(input.dtype(), to) : 0;
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  List::visit(input.dtype(), [&]<typename From>(std::type_identity<From>) {
    List::visit(to, [&]<typename To>(std::type_identity<To>) {
      if constexpr (!std::is_same_v<From, To>) {
        launch_unary(device, static_cast<const From*>(input.data()),
                     static_cast<To*>(output.data()), output.elements(), Converted<To>{bits});
      }
    });
  });
}

}  // namespace

void cast_cuda(KernelContext& context) {
  const bool has_bfloat16 =
      context.type(0) == DType::bfloat16 || context.type(1) == DType::bfloat16;
  if (has_bfloat16) {
    cast<BFloat16AndFloat>(context);
  } else {
    cast<Types>(context);
  }
}

}  // namespace graphrun
