// Ops that make something of every row of a tensor by itself: Softmax, LogSoftmax.

#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/reduction.h"
#include "kernels/type_list.h"

namespace graphrun {

using SoftmaxTypes = TypeList<Half, BFloat16, float, double>;

// The row of such an op with one output, `output`. `cpu`: its kernel.
OpDef softmax_op(std::string name, std::string output, std::string summary, std::string example,
                 KernelFn cpu);

// Calls act(x, size, y) with every row of input 0 and of the output, of float or double; x and y
// are the same where the tensor is neither.
template <typename Act>
void over_rows(KernelContext& context, const Act& act) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t size = input.shape()[input.shape().rank() - 1];
  SoftmaxTypes::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    using F = Arithmetic<T>;
    const T* x = static_cast<const T*>(input.data());
    T* y = static_cast<T*>(output.data());
    reduction::over_items(
        input.elements() / size, input.elements(), [&](std::int64_t first, std::int64_t end) {
          std::vector<F> wide(std::is_same_v<T, F> ? 0 : static_cast<std::size_t>(size));
          for (std::int64_t row = first; row < end; ++row) {
            const T* from = x + row * size;
            T* to = y + row * size;
            if constexpr (std::is_same_v<T, F>) {
              act(from, size, to);
            } else {
              std::transform(from, from + size, wide.begin(), [](T e) { return F(e); });
              act(static_cast<const F*>(wide.data()), size, wide.data());
              std::transform(wide.begin(), wide.end(), to, [](F e) { return T(e); });
            }
          }
        });
  });
}

}  // namespace graphrun
