// Attribute values as TensorFlow's messages write them (core/framework/attr_value_util.cc,
// tensor.cc): "DT_FLOAT", "[2,3]", "true", "Tensor<type: float shape: [3,2] values: 1 2 3...>".

#pragma once

#include <string>

#include "graph/attributes.h"
#include "report/style.h"

namespace graphrun {

// A tensor shows three elements at most, in the words of the style's release: until 0.11 all in a
// row, since 0.12 with a bracket for each row. One that is in a file is not read: it shows the
// file's name, "values: <w.npy>".
std::string attribute_text(const AttributeValue& value, Style style);

}  // namespace graphrun
