// Const: a tensor that stands in the graph. It is made once a session and read in place after that.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "runtime/kernel_context.h"
#include "runtime/literal.h"

namespace graphrun {
namespace {

struct ConstState final : KernelState {
  Tensor tensor;
};

void const_cpu(KernelContext& context) {
  const auto& state = context.state<ConstState>([&] {
    auto made = std::make_unique<ConstState>();
    const HostTensor elements = elements_of(context.attributes().tensor("value"));
    if (context.is_on_host(0)) {
      Buffer& buffer = Buffer::create();
      buffer.borrow(elements);
      made->tensor = Tensor(buffer, elements.dtype(), elements.shape());
    } else {
      made->tensor = context.allocate_kept(0, elements.dtype(), elements.shape());
      context.copy_from_host(0, made->tensor.data(), elements.data(), elements.bytes());
    }
    return made;
  });
  context.set_output(0, state.tensor);
}

void shape_of_value(ShapeContext& context) {
  context.set_output(0, context.attributes().tensor("value").shape);
}

constexpr DTypes kTensorTypes = kNumberTypes | DTypes{DType::boolean, DType::string};
constexpr DTypes kOnGpu = {DType::float16, DType::bfloat16, DType::float32, DType::float64,
                           DType::int64,   DType::int8,     DType::int16,   DType::uint8,
                           DType::uint16,  DType::boolean};

}  // namespace

void add_const(OpCatalog& ops) {
  ops.add(
      {.name = "Const",
       .summary = "a tensor that stands in the graph",
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "dtype", .allowed = kTensorTypes}},
       .attributes =
           {{.name = "value", .kind = AttributeKind::tensor},
            {.name = "shape", .kind = AttributeKind::shape, .optional = true, .file_only = true}},
       .infer_shapes = shape_of_value,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = const_cpu},
                   {.device = DeviceType::gpu, .types = {kOnGpu}},
                   {.device = DeviceType::gpu, .types = {{DType::int32}}, .host_outputs = {0}}},
       .keeps_outputs = true,
       .example = R"(nodes:
  - {op: Const, name: matrix, value: [1.0, 2.0, 3.0, 4.0], shape: [2, 2]}
  - {op: Const, name: text, value: "graphs"}
fetch: [matrix, text]
)"});
}

}  // namespace graphrun
