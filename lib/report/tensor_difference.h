// A result compared with what is expected of it: run --compare.

#pragma once

#include <string>

#include "base/host_tensor.h"

namespace graphrun {

struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

// Empty: every element has |got - expected| <= absolute + relative * |expected|, as numpy.allclose
// has it; two NaNs are equal, and so are two infinities of one sign. Otherwise what differs: dtype,
// shape, or how many elements and the worst of them.
std::string tensor_difference(const HostTensor& got, const HostTensor& expected,
                              const Tolerance& tolerance);

}  // namespace graphrun
