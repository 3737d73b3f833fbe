// StringJoin: texts joined one behind the other, element by element; a scalar goes with every
// element.

#include "graph/shape_rules.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void string_join_cpu(KernelContext& context) {
  const std::string& separator = context.attributes().text("separator");
  const auto to = context.output_as<std::string>();
  for (std::size_t at = 0; at < to.size(); ++at) {
    std::string joined;
    for (int i = 0; i < context.inputs(); ++i) {
      if (i > 0) joined += separator;
      const bool is_scalar = context.input(i).shape().rank() == 0;
      joined += context.input_as<std::string>(i)[is_scalar ? 0 : at];
    }
    to[at] = std::move(joined);
  }
}

void shape_of_joined(ShapeContext& context) {
  Shape joined = Shape::of_unknown_rank();
  bool are_scalars = true;
  for (int i = 0; i < context.inputs(); ++i) {
    const Shape& shape = context.input(i);
    if (shape.has_rank() && shape.rank() == 0) continue;
    are_scalars = false;
    joined = merged_shape(joined, shape);
  }
  context.set_output(0, are_scalars ? Shape{} : joined);
}

}  // namespace

void add_string_join(OpCatalog& ops) {
  ops.add({.name = "StringJoin",
           .summary = "texts joined element by element, with a separator between them",
           .inputs = {{.name = "inputs",
                       .kind = ArgDef::Kind::fixed,
                       .dtype = DType::string,
                       .is_list = true}},
           .outputs = {ArgDef::of("output", DType::string)},
           .attributes = {{.name = "separator",
                           .kind = AttributeKind::text,
                           .otherwise = std::string()}},
           .infer_shapes = shape_of_joined,
           .kernels = {{.device = DeviceType::cpu, .run = string_join_cpu}},
           .example = R"(nodes:
  - {op: Const, name: folder, value: "graphs"}
  - {op: Const, name: files, value: ["matmul.yaml", "hello.yaml"]}
  - {op: StringJoin, name: paths, inputs: [folder, files], separator: "/"}
fetch: [paths]
)"});
}

}  // namespace graphrun
