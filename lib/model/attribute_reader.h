// The attributes of a node, from the file's values to an op's typed ones.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/op_catalog.h"
#include "model/evaluator.h"

namespace graphrun {

struct NodeAttributes {
  Attributes values;
  std::vector<std::optional<DType>> types;  // by position in op.type_attributes
  // Inputs that are given as values under their argument's name ("axis: 1"): constants are to be
  // made of them.
  struct InputValue {
    int arg;
    ValueId value;
  };
  std::vector<InputValue> inputs;
};

// Whether an input that is given under its name was meant as a reference, and is not the value that
// it would have to be: its first element is a text without quotes.
bool is_meant_as_reference(const Document& document, ValueId value);

// nullopt with complaints. `at` is the node's entry, for what is missing.
std::optional<NodeAttributes> read_attributes(Evaluator& evaluator, const OpDef& op, ValueId at,
                                              std::span<const Field> fields,
                                              const std::string& folder);

}  // namespace graphrun
