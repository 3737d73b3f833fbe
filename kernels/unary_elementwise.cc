#include "kernels/unary_elementwise.h"

#include "graph/shape_rules.h"
#include "graph/work.h"

namespace graphrun {
namespace {

template <typename T>
void apply_function(const VectorFunction& function, const T* x, T* y, std::int64_t elements) {
  if constexpr (std::is_same_v<T, float>) {
    function.floats(x, y, elements);
  } else if constexpr (std::is_same_v<T, double>) {
    function.doubles(x, y, elements);
  } else {
    in_float_blocks(x, y, elements, function.floats);
  }
}

}  // namespace

void unary_function(KernelContext& context, const VectorFunction& function) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output_in_place_of({0});
  const auto apply = [&]<typename T>(std::type_identity<T>) {
    const T* x = static_cast<const T*>(input.data());
    T* y = static_cast<T*>(output.data());
    for_each_range(output.elements(), [&](std::int64_t first, std::int64_t end) {
      apply_function(function, x + first, y + first, end - first);
    });
  };
  switch (input.dtype()) {
    case DType::float16: return apply(std::type_identity<Half>{});
    case DType::bfloat16: return apply(std::type_identity<BFloat16>{});
    case DType::float32: return apply(std::type_identity<float>{});
    default: return apply(std::type_identity<double>{});
  }
}

OpDef unary_op(const UnaryOp& op) {
  std::vector<KernelDef> kernels = {
      {.device = DeviceType::cpu, .types = {op.types.cpu}, .run = op.cpu},
      {.device = DeviceType::gpu, .types = {op.types.gpu}}};
  if (!op.types.gpu_in_host_memory.empty()) {
    kernels.push_back({.device = DeviceType::gpu,
                       .types = {op.types.gpu_in_host_memory},
                       .host_inputs = {0},
                       .host_outputs = {0}});
  }
  return {.name = op.name,
          .summary = op.summary,
          .inputs = {ArgDef::typed(op.input)},
          .outputs = {ArgDef::typed(op.output)},
          .type_attributes = {{.name = "T", .allowed = op.types.allowed}},
          .infer_shapes = same_as_first_input,
          .work = per_output_element<1>,
          .kernels = std::move(kernels),
          .blocks = op.blocks,
          .in_place_inputs = 1,
          .example = unary_example(op.name, op.example_value)};
}

std::string unary_example(const std::string& op, const std::string& value,
                          const std::string& more) {
  return "nodes:\n  - {op: Const, name: x, value: " + value + "}\n  - {op: " + op +
         ", name: y, inputs: x" + more + "}\nfetch: [y]\n";
}

}  // namespace graphrun
