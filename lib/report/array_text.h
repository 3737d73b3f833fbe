// Results as Python shows them: print(session.run(x)) prints a NumPy array, or for a scalar a NumPy
// scalar, and transcripts are compared with that text to the letter.
//
// At most 8 digits after the point, lines of 75 columns, and of more than 1000 elements only the
// first and last three along each axis.

#pragma once

#include <string>

#include "base/host_tensor.h"
#include "report/numpy_era.h"

namespace graphrun {

// Without a newline at the end. Strings are Python's bytes (b'a'). REQUIRES: not a complex tensor.
std::string array_text(const HostTensor& tensor, NumpyEra era);

}  // namespace graphrun
