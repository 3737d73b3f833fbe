// The pass `power`: powers of a matrix that are written as products one after the other,
// M·(M·(M·…)), are computed by squaring. A chain of n - 1 products becomes at most 2 log2 n: the
// squares M², M⁴, M⁸… and for each further digit of n a product. Powers of one matrix share them.
//
// This adds in another order, so results differ in their last digits; hence it is off unless
// `--reassociate` is given. A chain that is not shorter afterwards stays as it is.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program shorten_power_chains(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
