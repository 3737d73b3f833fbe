// CheckNumerics: its input, as it is; an error where an element is NaN or infinite.

#include <algorithm>
#include <atomic>
#include <cmath>

#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

constexpr int kInfinite = 1;
constexpr int kNan = 2;

// Which of the two kinds a tensor has.
template <typename T>
int abnormal_kinds(const Tensor& tensor) {
  const T* x = static_cast<const T*>(tensor.data());
  std::atomic<int> kinds = 0;
  for_each_range(tensor.elements(), [&](std::int64_t first, std::int64_t end) {
    int found = 0;
    for (std::int64_t i = first; i < end; ++i) {
      const Computed<T> element(x[i]);
      found |= (std::isinf(element) ? kInfinite : 0) | (std::isnan(element) ? kNan : 0);
    }
    kinds.fetch_or(found, std::memory_order_relaxed);
  });
  return kinds;
}

int abnormal_kinds(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::float16: return abnormal_kinds<Half>(tensor);
    case DType::bfloat16: return abnormal_kinds<BFloat16>(tensor);
    case DType::float32: return abnormal_kinds<float>(tensor);
    default: return abnormal_kinds<double>(tensor);
  }
}

void check_numerics_cpu(KernelContext& context) {
  const int kinds = abnormal_kinds(context.input(0));
  if (kinds != 0) {
    const std::string found = kinds == (kInfinite | kNan) ? "Inf and NaN"
                              : kinds == kInfinite        ? "Inf"
                                                          : "NaN";
    KernelContext::invalid(std::string(context.attributes().text("message")) + " : Tensor had " +
                           found + " values");
  }
  context.set_output(0, context.input(0));
}

}  // namespace

void add_check_numerics(OpCatalog& ops) {
  OpDef op = unary_op({.name = "CheckNumerics",
                       .summary = "its input, as it is; an error where an element is NaN or Inf",
                       .cpu = check_numerics_cpu,
                       .input = "tensor",
                       .output = "output"});
  op.attributes = {{.name = "message", .kind = AttributeKind::text}};
  op.example = unary_example("CheckNumerics", "[-1.5, 0.0, 2.5]", ", message: the loss");
  op.passes_on = PassesOn::inputs;
  ops.add(std::move(op));
}

}  // namespace graphrun
