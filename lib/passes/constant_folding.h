// The pass `fold`: computes nodes whose inputs are all constants, and makes them constants.
//
// A constant stays in memory for a whole session, so only small ones are made, and only from small
// ones; what must be read from a file is not. What fails is left to the run, which says where. On a
// GPU that is not simulated nothing is computed here, because its kernels round in their own way.

#pragma once

#include <cstddef>

#include "passes/pass.h"

namespace graphrun {

// Of one constant that is read or made, and of all that are made.
inline constexpr std::size_t kMostFoldedBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMostFoldedBytesTogether = std::size_t{16} << 20;

Program fold_constants(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
