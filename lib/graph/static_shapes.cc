#include "graph/static_shapes.h"

namespace graphrun {

std::optional<HostTensor> StaticShapes::value(int i) const {
  const OutputRef ref = graph_.inputs(id_)[static_cast<std::size_t>(i)];
  const AttributeValue* value = graph_.attributes(ref.node).find("value");
  if (value == nullptr || !graph_.node(ref.node).op->inputs.empty()) return std::nullopt;
  const auto* literal = std::get_if<TensorLiteral>(value);
  // A filled literal is not a list of extents or axes worth expanding here.
  if (literal == nullptr || !literal->file.empty()) return std::nullopt;
  if (literal->elements.elements() != literal->shape.elements()) return std::nullopt;
  return literal->elements.reshaped(literal->shape);
}

}  // namespace graphrun
