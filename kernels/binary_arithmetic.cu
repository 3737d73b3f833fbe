// Ops of two operands, element by element, on GPUs. What they compute is said in the ops' own
// files: add.cc, floor_div.cc, .... A GPU cannot report a single element's fault: where an integer
// is divided by 0 the result is 0, and where it is raised to a negative power what the power of its
// exponent modulo 2^64 would be, instead of the CPU's error.

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// Integers as unsigned numbers that wrap around, others as they are.
template <typename T>
__device__ inline auto operand(T x) {
  if constexpr (std::is_integral_v<T>) {
    return wrapped(x);
  } else {
    return x;
  }
}

struct Sum {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return static_cast<T>(operand(x) + operand(y));
  }
};

struct Difference {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return static_cast<T>(operand(x) - operand(y));
  }
};

struct Product {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return static_cast<T>(operand(x) * operand(y));
  }
};

struct SquareOfDifference {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    const auto difference = operand(x) - operand(y);
    return static_cast<T>(difference * difference);
  }
};

struct Quotient {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    if constexpr (!std::is_integral_v<T>) {
      return x / y;
    } else if constexpr (std::is_signed_v<T>) {
      if (y == T(-1)) return static_cast<T>(0 - wrapped(x));  // of the least, which has no opposite
      return y == 0 ? T(0) : static_cast<T>(x / y);
    } else {
      return y == 0 ? T(0) : static_cast<T>(x / y);
    }
  }
};

// x / y rounded down; `Narrow` is what the quotient is rounded to before.
template <typename Narrow>
struct FlooredQuotient {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    if constexpr (!std::is_integral_v<T>) {
      return floor(widened(narrowed<Narrow>(x / y)));
    } else {
      const T quotient = Quotient{}(x, y);
      if constexpr (std::is_signed_v<T>) {
        const bool is_rounded_up =
            y != 0 && (x < 0) != (y < 0) && wrapped(quotient) * wrapped(y) != wrapped(x);
        return static_cast<T>(quotient - static_cast<T>(is_rounded_up));
      } else {
        return quotient;
      }
    }
  }
};

struct Power {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      auto square = wrapped(x);
      decltype(square) power = 1;
      for (auto rest = wrapped(y); rest != 0; rest >>= 1) {
        if ((rest & 1) != 0) power *= square;
        square *= square;
      }
      return static_cast<T>(power);
    } else {
      return pow(x, y);
    }
  }
};

// A NaN wins, and of two zeros the first.
struct Larger {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return x >= y || x != x ? x : y;
  }
};

struct Smaller {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return x <= y || x != x ? x : y;
  }
};

}  // namespace

void add_cuda(KernelContext& context) { binary_cuda<CudaSums>(context, Sum{}); }
void add_v2_cuda(KernelContext& context) { binary_cuda<CudaSums>(context, Sum{}); }
void sub_cuda(KernelContext& context) { binary_cuda<CudaSums>(context, Difference{}); }
void mul_cuda(KernelContext& context) { binary_cuda<CudaSums>(context, Product{}); }
void div_cuda(KernelContext& context) { binary_cuda<CudaQuotients>(context, Quotient{}); }
void real_div_cuda(KernelContext& context) { binary_cuda<CudaFloats>(context, Quotient{}); }
void pow_cuda(KernelContext& context) { binary_cuda<CudaFloatsAndInt64>(context, Power{}); }
void maximum_cuda(KernelContext& context) { binary_cuda<CudaFloatsAndInt64>(context, Larger{}); }
void minimum_cuda(KernelContext& context) { binary_cuda<CudaFloatsAndInt64>(context, Smaller{}); }

void squared_difference_cuda(KernelContext& context) {
  binary_cuda<CudaFloatsAndInt64>(context, SquareOfDifference{});
}

void floor_div_cuda(KernelContext& context) {
  if (context.type() == DType::float16) {
    binary_cuda<TypeList<Half>>(context, FlooredQuotient<Half>{});
  } else if (context.type() == DType::float32) {
    binary_cuda<TypeList<float>>(context, FlooredQuotient<float>{});
  } else {
    binary_cuda<TypeList<double, std::int16_t, std::int64_t, std::uint8_t, std::uint16_t>>(
        context, FlooredQuotient<double>{});
  }
}

}  // namespace graphrun
