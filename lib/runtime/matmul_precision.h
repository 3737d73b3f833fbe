// How exact products of float32 matrices are on a GPU. Products of other types, and those on a CPU,
// are what they are.

#pragma once

#include <cstdint>

namespace graphrun {

enum class MatmulPrecision : std::uint8_t {
  highest,  // IEEE float32
  high,     // three TF32 products, of the operands' upper and lower parts: about 1e-6 of the result
  medium,   // one TF32 product: operands of 10 bits after the point
};

}  // namespace graphrun
