// L2Loss: half the sum of the squares of all elements.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/reduction.h"
#include "kernels/type_list.h"

namespace graphrun {
namespace {

template <typename T>
struct HalfSumOfSquares {
  using Lane = Arithmetic<T>;
  using Total = SumTotal<Lane>;
  static constexpr Lane kIdentity = 0;
  static Lane load(T x) { return static_cast<Lane>(x) * static_cast<Lane>(x); }
  template <typename A>
  static A combine(A a, A b) {
    return a + b;
  }
  static T finish(Total total, std::int64_t) {
    return static_cast<T>(static_cast<Lane>(total / 2));
  }
};

void l2_loss_cpu(KernelContext& context) {
  const Tensor& t = context.input(0);
  const Tensor& loss = context.output();
  const ReductionWalk all = walk_of_all(t.elements());
  TypeList<Half, BFloat16, float, double>::visit(t.dtype(), [&]<typename T>(std::type_identity<T>) {
    reduce<HalfSumOfSquares<T>>(static_cast<const T*>(t.data()), static_cast<T*>(loss.data()), 1,
                                all);
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: weights, value: [[1.0, -2.0], [3.0, 0.5]]}
  - {op: L2Loss, name: penalty, inputs: [weights]}
fetch: [penalty]
)";

}  // namespace

void add_l2_loss(OpCatalog& ops) {
  ops.add({.name = "L2Loss",
           .summary = "half the sum of the squares of all elements",
           .inputs = {ArgDef::typed("t")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
           .infer_shapes = scalar_outputs,
           .work = per_input_element<2>,
           .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = l2_loss_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
           .example = kExample});
}

}  // namespace graphrun
