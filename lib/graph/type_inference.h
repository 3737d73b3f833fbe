// The types of a node: which its inputs have, whether its op takes them, and which its outputs have
// for it. Faults are in the words of TensorFlow 1.15's python/framework/op_def_library.py.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "graph/graph.h"

namespace graphrun {

struct TypeFault {
  int input = -1;    // the input at fault; -1: the node as a whole
  std::string what;  // "Input 'y' of 'Add' Op has type int32 that does not match type float32 ..."
  std::string note;  // may be empty
  std::string attribute;  // the type attribute at fault, as it was given or is missing
};

// The value of a type attribute that is neither given nor inferred yet.
inline constexpr auto kOpenType = static_cast<DType>(kDTypes);

// Completes `types`, of which some are given, from the node's `inputs`, and says what type each of
// `outputs` has. nullopt: all is well.
// REQUIRES: as many inputs and outputs as the op has for this node.
std::optional<TypeFault> infer_types(const OpDef& op, std::span<const Output* const> inputs,
                                     TypeValues& types, std::span<Output> outputs);

// The position in op.inputs of a node's i-th input; `inputs` is how many the node has.
int arg_of_input(const OpDef& op, std::size_t inputs, std::size_t i);

}  // namespace graphrun
