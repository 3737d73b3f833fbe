// Gelu: x Φ(x), element by element, where Φ is the standard normal distribution: tf.nn.gelu as one
// op. TensorFlow 1.15 has no such op; in 2.x tf.nn.gelu makes several nodes.

#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void gelu_cpu(KernelContext& context) {
  const bool is_approximate = context.attributes().boolean("approximate");
  unary_function(context, is_approximate ? vector_math::gelu_tanh : vector_math::gelu);
}

}  // namespace

void add_gelu(OpCatalog& ops) {
  OpDef op = unary_op({.name = "Gelu",
                       .summary = "x times the normal distribution at x, element by element",
                       .cpu = gelu_cpu,
                       .input = "features",
                       .output = "activations"});
  // True: 0.5 x (1 + tanh(sqrt(2/π) (x + 0.044715 x³))), as in the paper.
  op.attributes = {{.name = "approximate", .kind = AttributeKind::boolean, .otherwise = false}};
  ops.add(std::move(op));
}

}  // namespace graphrun
