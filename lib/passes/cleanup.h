// The pass `cleanup`: leaves out nodes that hand on what they get.
//
//   Identity, IdentityN, StopGradient, AddN of one input
//   Cast to the type that the input has
//   Reshape to the shape that the input has
//   Transpose that leaves every axis where it is, alone or together with the one that it reads
//
// A node that reads a variable stays: it is where the value is read. So does one on another device
// than its input, since it is where the copy is made that its readers share.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program clean_up(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
