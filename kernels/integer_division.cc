#include "kernels/integer_division.h"

namespace graphrun {

void require_no_zero_divisor(KernelContext& context) {
  if (context.input(0).elements() == 0) return;  // nothing is computed
  const Tensor& divisors = context.input(1);
  for_number_type(divisors.dtype(), [&]<typename T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>) {
      const T* y = static_cast<const T*>(divisors.data());
      T is_zero = 0;
      for (std::int64_t i = 0; i < divisors.elements(); ++i) is_zero |= T(y[i] == 0);
      if (is_zero != 0) KernelContext::invalid("Integer division by zero");
    }
  });
}

}  // namespace graphrun
