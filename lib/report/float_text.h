// Floating point numbers as NumPy prints them: alone, or as the elements of an array, which share a
// width and are in exponential notation all or none.
//
// Values are given as doubles, which hold those of every type exactly; the type decides how many
// digits tell a number from its neighbours. A bfloat16, which NumPy does not know, is shown as the
// float32 it equals.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "report/numpy_era.h"

namespace graphrun {

// "0.1". REQUIRES: is_floating_point(dtype).
std::string float_scalar_text(double value, DType dtype, NumpyEra era);

// One text for each value, all equally long but where a number overflows its column, as legacy
// NumPy lets it. REQUIRES: is_floating_point(dtype).
std::vector<std::string> float_element_texts(std::span<const double> values, DType dtype,
                                             NumpyEra era);

}  // namespace graphrun
