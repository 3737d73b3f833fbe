// The first elements of a tensor as TensorFlow 1.15's Print and Assert show them:
// "[1 2 3][4...]...".

#pragma once

#include <cstdint>
#include <string>

#include "runtime/tensor.h"

namespace graphrun {

// At most `most` elements, all of them where it is negative. Each axis but the outermost is in
// brackets, and "..." stands where elements are left out. Floats have the fewest of 6 or 9 digits
// (doubles 15 or 17) that read back the same, truths are 1 and 0, texts have C's escapes.
std::string tensor_summary(const Tensor& tensor, std::int64_t most);

}  // namespace graphrun
