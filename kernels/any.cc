// Any: whether any element along some axes is true.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include "kernels/reduction.h"

namespace graphrun {
namespace {

// Truths are bytes of 0 and 1.
struct AnyOf {
  using Lane = std::uint8_t;
  using Total = Lane;
  static constexpr Lane kIdentity = 0;
  static Lane load(std::uint8_t x) { return x; }
  static Lane combine(Lane a, Lane b) { return static_cast<Lane>(a | b); }
  static std::uint8_t finish(Total total, std::int64_t) { return total; }
};

void any_cpu(KernelContext& context) {
  const ReductionWalk walk = reduction_walk(context);
  const Tensor& output = context.output();
  reduce<AnyOf>(static_cast<const std::uint8_t*>(context.input(0).data()),
                static_cast<std::uint8_t*>(output.data()), output.elements(), walk);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: matrix, dtype: bool, value: [[true, true], [true, false], [false, false]]}
  - {op: Any, name: of_rows, inputs: [matrix], axis: 1}
fetch: [of_rows]
)";

}  // namespace

void add_any(OpCatalog& ops) {
  OpDef op = reduction_op("Any", "whether any element along some axes is true", kExample, {});
  op.kernels = {{.device = DeviceType::cpu, .run = any_cpu},
                {.device = DeviceType::gpu, .host_inputs = {1}}};
  ops.add(std::move(op));
}

}  // namespace graphrun
