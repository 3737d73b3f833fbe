// Inputs that are given as values, under their argument's name (`axis: 1`): constants are made of
// them, each named "node/argument", as TensorFlow's op functions do.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/attribute_cache.h"
#include "model/expand_context.h"

namespace graphrun {

class InputConstants {
 public:
  explicit InputConstants(ExpandContext& context) : context_(context) {}

  // Adds them to the inputs of `node`, which are those of the other arguments. False with a
  // complaint.
  bool add(std::span<const NodeAttributes::InputValue> given, const SharedAttributes& attributes,
           PendingNode& node);

 private:
  // An input, the argument it is for, and where it is written.
  struct Input {
    std::size_t arg;
    Reference reference;
    ValueId place;
  };

  std::optional<Reference> make(const ArgDef& arg, ValueId value, std::optional<DType> dtype,
                                const PendingNode& node);
  std::optional<DType> wanted_type(const ArgDef& arg, const SharedAttributes& attributes,
                                   const PendingNode& node) const;

  ExpandContext& context_;
  std::vector<Input> inputs_;  // of the node at hand
};

}  // namespace graphrun
