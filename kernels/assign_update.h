// Ops that change a variable by a value: AssignAdd, AssignSub.

#pragma once

#include <cstdint>
#include <string>

#include "kernels/binary_elementwise.h"

namespace graphrun {

// The variable that a kernel changes, held from reading its value to setting the next.
class VariableUpdate {
 public:
  // Throws where the variable has no value, or one of another shape than `value`.
  VariableUpdate(KernelContext& context, const Tensor& value);

  const Tensor& old() const { return old_; }
  const Tensor& next() const { return next_; }  // to be filled
  // The variable has the next value; output 0 is the variable.
  void commit();

 private:
  KernelContext& context_;
  Variable& variable_;
  std::lock_guard<std::mutex> lock_;
  Tensor old_;
  Tensor next_;
};

// The kernel: `op` is called with the old element and the value's, both as Arithmetic<T>.
template <typename Op>
void assign_update(KernelContext& context, const Op& op) {
  const Tensor& value = context.input(1);
  VariableUpdate update(context, value);
  const std::int64_t elements = update.next().elements();
  for_number_type(value.dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    const T* x = static_cast<const T*>(update.old().data());
    const T* y = static_cast<const T*>(value.data());
    T* z = static_cast<T*>(update.next().data());
    run_shared(elements, [&] {
      parallel_for(elements, kElementwiseGrain, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t i = first; i < end; ++i) z[i] = T(A(op(A(x[i]), A(y[i]))));
      });
    });
  });
  update.commit();
}

// The row of such an op.
OpDef assign_update_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
