// Size: the number of elements of a tensor.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/metadata_op.h"

namespace graphrun {
namespace {

void size_cpu(KernelContext& context) {
  const std::int64_t elements = context.input(0).elements();
  const Tensor& output = context.output();
  if (output.dtype() == DType::int32) {
    if (elements > INT32_MAX) {
      KernelContext::invalid(
          "Size: the number of elements does not fit int32; ask for out_type: "
          "int64");
    }
    *static_cast<std::int32_t*>(output.data()) = static_cast<std::int32_t>(elements);
  } else {
    *static_cast<std::int64_t*>(output.data()) = elements;
  }
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Size, name: y, inputs: [x]}
fetch: [y]
)";

}  // namespace

void add_size(OpCatalog& ops) {
  OpDef op = metadata_op("Size", "the number of elements of a tensor", true);
  op.infer_shapes = scalar_outputs;
  op.work = passes_on;
  op.kernels.front().run = size_cpu;
  op.example = kExample;
  ops.add(std::move(op));
}

}  // namespace graphrun
