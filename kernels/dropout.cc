// Dropout: tf.nn.dropout with `keep_prob`, which stands for a dozen nodes: floor(keep_prob + noise)
// is 1 where an element is kept and 0 where it is dropped; what is kept is divided by keep_prob.
// These are the nodes of TensorFlow up to 1.12, but for the last, which has the entry's name and
// not "dropout/mul". 1.15 compares the noise instead; both drop the same elements.

#include <fmt/format.h>

#include "graph/composite.h"
#include "graph/op_catalog.h"
#include "kernels/graph_seed.h"
#include "kernels/literals.h"

namespace graphrun {
namespace {

class Expansion {
 public:
  Expansion(CompositeContext& context, OutputRef x)
      : context_(context), x_(x), dtype_(context.output(x).dtype), scope_(context.name()) {
    scope_ += '/';
  }

  OutputRef kept(double keep_prob) {
    const OutputRef kept_part = scalar("keep_prob", keep_prob);
    const OutputRef shifted = add("Add", "add", {kept_part, noise()});
    const OutputRef mask = add("Floor", "Floor", {shifted});
    const OutputRef scaled = add("RealDiv", "div", {x_, kept_part});
    return context_.add(
        {.op = "Mul", .name = std::string(context_.name()), .inputs = {scaled, mask}});
  }

 private:
  // tf.random_uniform(shape): noise · (max - min) + min.
  OutputRef noise() {
    const OutputRef shape = noise_shape();
    const OutputRef min = scalar("random_uniform/min", 0);
    const OutputRef max = scalar("random_uniform/max", 1);
    const Seeds seeds = seeds_of_op(context_.attributes().integer("seed"));
    CompositeContext::NodeOf uniform{.op = "RandomUniform",
                                     .name = scope_ + "random_uniform/RandomUniform",
                                     .inputs = {shape},
                                     .dtype = dtype_};
    uniform.attributes.set("seed", seeds.seed);
    uniform.attributes.set("seed2", seeds.seed2);
    const OutputRef numbers = context_.add(uniform);
    const OutputRef range = add("Sub", "random_uniform/sub", {max, min});
    const OutputRef stretched = add("Mul", "random_uniform/mul", {numbers, range});
    return add("Add", "random_uniform", {stretched, min});
  }

  OutputRef noise_shape() {
    const AttributeValue* given = context_.attributes().find("noise_shape");
    const Shape& shape = given == nullptr ? context_.output(x_).shape : std::get<Shape>(*given);
    if (!shape.is_complete()) return add("Shape", "Shape", {x_});
    return constant(given == nullptr ? "Shape" : "noise_shape", extents_literal(shape));
  }

  OutputRef scalar(std::string_view name, double number) {
    return constant(name, scalar_literal(dtype_, number));
  }

  OutputRef constant(std::string_view name, TensorLiteral literal) {
    CompositeContext::NodeOf node{
        .op = "Const", .name = scope_ + std::string(name), .dtype = literal.dtype};
    node.attributes.set("value", std::move(literal));
    return context_.add(node);
  }

  OutputRef add(std::string_view op, std::string_view name, std::vector<OutputRef> inputs) {
    return context_.add(
        {.op = op, .name = scope_ + std::string(name), .inputs = std::move(inputs)});
  }

  CompositeContext& context_;
  OutputRef x_;
  DType dtype_;
  std::string scope_;  // "dropout/"
};

void expand_dropout(CompositeContext& context) {
  if (context.inputs().size() != 1) {
    throw CompositeFault{"Dropout has one input", "the tensor of which elements are dropped"};
  }
  const OutputRef x = context.inputs().front();
  const DType dtype = context.output(x).dtype;
  if (!DTypes(kFloatTypes).contains(dtype)) {
    throw CompositeFault{
        fmt::format("x has to be a floating point tensor since it's going to be scaled. Got a {} "
                    "tensor instead.",
                    name(dtype)),
        ""};
  }
  const double keep_prob = context.attributes().number("keep_prob");
  if (!(keep_prob > 0 && keep_prob <= 1)) {
    throw CompositeFault{
        fmt::format("keep_prob must be a scalar tensor or a float in the range (0, 1], got {}",
                    keep_prob),
        ""};
  }
  if (keep_prob == 1) {
    context.set_result(
        context.add({.op = "Identity", .name = std::string(context.name()), .inputs = {x}}));
  } else {
    context.set_result(Expansion(context, x).kept(keep_prob));
  }
}

}  // namespace

void add_dropout(OpCatalog& ops) {
  ops.add({.name = "Dropout",
           .summary = "tf.nn.dropout: elements dropped at random, the others scaled up",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
           .attributes = {{.name = "keep_prob", .kind = AttributeKind::number},
                          {.name = "noise_shape", .kind = AttributeKind::shape, .optional = true},
                          {.name = "seed",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{0}}},
           .expand = expand_dropout,
           .automatic_name = "dropout",
           .example = R"(# About half of the elements are dropped, the others doubled.
nodes:
  - {op: Const, name: x, shape: [2, 4], value: 1.0}
  - {op: Dropout, inputs: [x], keep_prob: 0.5, seed: 1, as: y}
fetch: [y]
)"});
}

}  // namespace graphrun
