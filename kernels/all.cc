// All: whether all elements along some axes are true.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include "kernels/reduction.h"

namespace graphrun {
namespace {

// Truths are bytes of 0 and 1.
struct AllOf {
  using Lane = std::uint8_t;
  using Total = Lane;
  static constexpr Lane kIdentity = 1;
  static Lane load(std::uint8_t x) { return x; }
  static Lane combine(Lane a, Lane b) { return static_cast<Lane>(a & b); }
  static std::uint8_t finish(Total total, std::int64_t) { return total; }
};

void all_cpu(KernelContext& context) {
  const ReductionWalk walk = reduction_walk(context);
  const Tensor& output = context.output();
  reduce<AllOf>(static_cast<const std::uint8_t*>(context.input(0).data()),
                static_cast<std::uint8_t*>(output.data()), output.elements(), walk);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: matrix, dtype: bool, value: [[true, true], [true, false], [false, false]]}
  - {op: All, name: of_rows, inputs: [matrix], axis: 1}
fetch: [of_rows]
)";

}  // namespace

void add_all(OpCatalog& ops) {
  OpDef op = reduction_op("All", "whether all elements along some axes are true", kExample, {});
  op.kernels = {{.device = DeviceType::cpu, .run = all_cpu},
                {.device = DeviceType::gpu, .host_inputs = {1}}};
  ops.add(std::move(op));
}

}  // namespace graphrun
