// RandomNormal: tf.random_normal, which stands for six nodes: shape, mean, stddev,
// RandomStandardNormal, mul, and the sum, which has the entry's name.

#include "graph/composite.h"
#include "graph/op_catalog.h"
#include "kernels/graph_seed.h"
#include "kernels/literals.h"

namespace graphrun {
namespace {

OutputRef add_constant(CompositeContext& context, std::string name, TensorLiteral literal) {
  CompositeContext::NodeOf node{.op = "Const", .name = std::move(name), .dtype = literal.dtype};
  node.attributes.set("value", std::move(literal));
  return context.add(node);
}

void expand_random_normal(CompositeContext& context) {
  const std::string name(context.name());
  const Attributes& attributes = context.attributes();
  const DType dtype = context.dtype().value_or(DType::float32);
  if (!DTypes(kFloatTypes).contains(dtype)) {
    throw CompositeFault{
        "there are no normal numbers of type " + std::string(graphrun::name(dtype)),
        "expected float16, bfloat16, float32 or float64"};
  }
  const Shape shape = attributes.shape("shape");
  const double mean = attributes.number("mean");
  const double stddev = attributes.number("stddev");
  const Seeds seeds = seeds_of_op(attributes.integer("seed"));
  if (!shape.is_complete()) {
    throw CompositeFault{"random numbers cannot have the open shape " + to_string(shape), ""};
  }
  const OutputRef extents = add_constant(context, name + "/shape", extents_literal(shape));
  const OutputRef mean_node = add_constant(context, name + "/mean", scalar_literal(dtype, mean));
  const OutputRef stddev_node =
      add_constant(context, name + "/stddev", scalar_literal(dtype, stddev));
  CompositeContext::NodeOf standard{.op = "RandomStandardNormal",
                                    .name = name + "/RandomStandardNormal",
                                    .inputs = {extents},
                                    .dtype = dtype};
  standard.attributes.set("seed", seeds.seed);
  standard.attributes.set("seed2", seeds.seed2);
  const OutputRef numbers = context.add(standard);
  const OutputRef scaled =
      context.add({.op = "Mul", .name = name + "/mul", .inputs = {numbers, stddev_node}});
  context.set_result(context.add({.op = "Add", .name = name, .inputs = {scaled, mean_node}}));
}

}  // namespace

void add_random_normal(OpCatalog& ops) {
  ops.add(
      {.name = "RandomNormal",
       .summary = "tf.random_normal: normal numbers with a mean and a standard deviation",
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "dtype", .allowed = kFloatTypes, .otherwise = DType::float32}},
       .attributes = {{.name = "shape", .kind = AttributeKind::shape},
                      {.name = "mean", .kind = AttributeKind::number, .otherwise = 0.0},
                      {.name = "stddev", .kind = AttributeKind::number, .otherwise = 1.0},
                      {.name = "seed",
                       .kind = AttributeKind::integer,
                       .otherwise = std::int64_t{0}}},
       .expand = expand_random_normal,
       .automatic_name = "random_normal",
       .example = R"(nodes:
  - {op: RandomNormal, name: x, shape: [2, 3], mean: 1.0, stddev: 0.5, seed: 1}
fetch: [x]
)"});
}

}  // namespace graphrun
