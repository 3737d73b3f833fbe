// Tensors that the expansion of a composite op writes as constants.

#pragma once

#include "base/half.h"
#include "graph/attributes.h"

namespace graphrun {

// REQUIRES: a floating point dtype.
inline TensorLiteral scalar_literal(DType dtype, double number) {
  TensorLiteral literal;
  literal.dtype = dtype;
  literal.elements = HostTensor(dtype, {});
  switch (dtype) {
    case DType::float64: literal.elements.as_mutable<double>()[0] = number; break;
    case DType::float16:
      literal.elements.as_mutable<Half>()[0] = Half(static_cast<float>(number));
      break;
    case DType::bfloat16:
      literal.elements.as_mutable<BFloat16>()[0] = BFloat16(static_cast<float>(number));
      break;
    default: literal.elements.as_mutable<float>()[0] = static_cast<float>(number);
  }
  return literal;
}

// The extents of `shape` as a list of int32. REQUIRES: shape.has_rank().
inline TensorLiteral extents_literal(const Shape& shape) {
  TensorLiteral literal;
  literal.dtype = DType::int32;
  literal.shape = Shape{shape.rank()};
  literal.elements = HostTensor(DType::int32, literal.shape);
  const auto to = literal.elements.as_mutable<std::int32_t>();
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = static_cast<std::int32_t>(shape[static_cast<int>(i)]);
  }
  return literal;
}

}  // namespace graphrun
