// AddN: the sum of any number of tensors of one shape.

#include <algorithm>
#include <array>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/for_dtype.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Small enough that a block of the sum stays in the cache while the inputs are added to it.
constexpr std::int64_t kBlockElements = 4096;
constexpr std::int64_t kGrain = 32 * 1024;

template <typename T>
void add_block(KernelContext& context, T* sum, std::int64_t first, std::int64_t end) {
  using A = Arithmetic<T>;
  std::array<A, kBlockElements> block;
  const std::int64_t size = end - first;
  const T* x = static_cast<const T*>(context.input(0).data()) + first;
  for (std::int64_t i = 0; i < size; ++i) block[static_cast<std::size_t>(i)] = A(x[i]);
  for (int k = 1; k < context.inputs(); ++k) {
    const T* y = static_cast<const T*>(context.input(k).data()) + first;
    for (std::int64_t i = 0; i < size; ++i) block[static_cast<std::size_t>(i)] += A(y[i]);
  }
  for (std::int64_t i = 0; i < size; ++i) sum[first + i] = T(block[static_cast<std::size_t>(i)]);
}

void add_n_cpu(KernelContext& context) {
  const Tensor& sum = context.output_in_place_of({0});
  for_number_type(sum.dtype(), [&]<typename T>(std::type_identity<T>) {
    T* out = static_cast<T*>(sum.data());
    const auto add = [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t at = first; at < end; at += kBlockElements) {
        add_block<T>(context, out, at, std::min(at + kBlockElements, end));
      }
    };
    if (sum.elements() < 2 * kGrain) {
      add(0, sum.elements());
    } else {
      const ComputeShare share;
      parallel_for(sum.elements(), kGrain, add);
    }
  });
}

constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64};

Work work_of_sum(const WorkContext& context) {
  const auto terms = static_cast<double>(context.inputs().size());
  return computes(context, (terms - 1) * context.output().elements());
}

}  // namespace

void add_add_n(OpCatalog& ops) {
  ops.add({.name = "AddN",
           .summary = "the sum of all inputs, which have one shape",
           .inputs = {ArgDef::list("inputs")},
           .outputs = {ArgDef::typed("sum")},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
           .infer_shapes = same_as_all_inputs,
           .work = work_of_sum,
           .kernels = {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = add_n_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0},
                        .host_outputs = {0}}},
           .in_place_inputs = 1,
           .example = R"(nodes:
  - {op: Const, name: a, value: [1.0, 2.0]}
  - {op: Const, name: b, value: [10.0, 20.0]}
  - {op: AddN, name: sum, inputs: [a, b, a]}
fetch: [sum]
)"});
}

}  // namespace graphrun
