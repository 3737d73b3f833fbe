#include "graph/type_inference.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {
namespace {

std::string listed(const DTypes& dtypes) {
  std::string text;
  for (const DType dtype : dtypes.list()) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name(dtype));
  }
  return text;
}

class TypeInference {
 public:
  TypeInference(const OpDef& op, std::span<const Output* const> inputs, TypeValues& types)
      : op_(op), inputs_(inputs), types_(types) {
    from_.fill(kGiven);
  }

  std::optional<TypeFault> take_inputs() {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const int arg = arg_of_input(op_, inputs_.size(), i);
      if (auto fault = take_input(static_cast<int>(i), arg)) return fault;
    }
    return std::nullopt;
  }

  std::optional<TypeFault> complete() {
    for (std::size_t t = 0; t < op_.type_attributes.size(); ++t) {
      const TypeAttribute& attribute = op_.type_attributes[t];
      if (types_[t] == kOpenType && attribute.otherwise) types_[t] = *attribute.otherwise;
      if (types_[t] == kOpenType) {
        return TypeFault{-1, fmt::format("{} needs '{}', a type", op_.name, attribute.name),
                         fmt::format("such as {}: float32", attribute.name), attribute.name};
      }
      if (!attribute.allowed.contains(types_[t])) return not_allowed(t);
    }
    return std::nullopt;
  }

  void set_outputs(std::span<Output> outputs) const {
    std::size_t o = 0;
    for (std::size_t arg = 0; arg < op_.outputs.size(); ++arg) {
      const ArgDef& def = op_.outputs[arg];
      const std::size_t after = op_.outputs.size() - arg - 1;  // of one tensor each
      const std::size_t end = def.is_list ? outputs.size() - after : o + 1;
      for (; o < end; ++o) {
        outputs[o].is_ref = def.is_ref;
        outputs[o].dtype = output_type(def, o);
      }
    }
  }

 private:
  static constexpr int kGiven = -1;

  std::optional<TypeFault> take_input(int i, int arg) {
    const ArgDef& def = op_.inputs[static_cast<std::size_t>(arg)];
    const Output& input = *inputs_[static_cast<std::size_t>(i)];
    if (def.is_ref && !input.is_ref) {
      return TypeFault{i,
                       fmt::format("'{}' Op requires that input '{}' be a mutable tensor "
                                   "(e.g.: a tf.Variable)",
                                   op_.name, def.name),
                       ""};
    }
    switch (def.kind) {
      case ArgDef::Kind::any: return std::nullopt;
      case ArgDef::Kind::fixed:
        if (def.dtype == input.dtype) return std::nullopt;
        return TypeFault{i,
                         fmt::format("Input '{}' of '{}' Op has type {} that does not match "
                                     "expected type of {}.",
                                     def.name, op_.name, name(input.dtype), name(def.dtype)),
                         ""};
      case ArgDef::Kind::attribute: break;
    }
    const auto t = static_cast<std::size_t>(def.type_attribute);
    if (types_[t] == kOpenType) {
      types_[t] = input.dtype;
      from_[t] = arg;
    }
    if (types_[t] != input.dtype) return mismatch(i, arg, t);
    return std::nullopt;
  }

  TypeFault mismatch(int i, int arg, std::size_t t) const {
    const ArgDef& def = op_.inputs[static_cast<std::size_t>(arg)];
    if (def.is_list) {
      std::string types;
      for (std::size_t j = 0; j < inputs_.size(); ++j) {
        if (arg_of_input(op_, inputs_.size(), j) != arg) continue;
        types += fmt::format("{}{}", types.empty() ? "" : ", ", name(inputs_[j]->dtype));
      }
      return {
          i,
          fmt::format("Tensors in list passed to '{}' of '{}' Op have types [{}] that don't all "
                      "match.",
                      def.name, op_.name, types),
          ""};
    }
    const bool given = from_[t] == kGiven;
    return {i,
            fmt::format("Input '{}' of '{}' Op has type {} that does not match type {} of {} '{}'.",
                        def.name, op_.name, name(inputs_[static_cast<std::size_t>(i)]->dtype),
                        name(types_[t]), given ? "attribute" : "argument",
                        given ? op_.type_attributes[t].name
                              : op_.inputs[static_cast<std::size_t>(from_[t])].name),
            ""};
  }

  TypeFault not_allowed(std::size_t t) const {
    const TypeAttribute& attribute = op_.type_attributes[t];
    if (from_[t] == kGiven) {
      return {-1,
              fmt::format("Value for attr '{}' of {} is not in the list of allowed values: {}",
                          attribute.name, name(types_[t]), listed(attribute.allowed)),
              "", attribute.name};
    }
    const auto at_fault = static_cast<std::size_t>(from_[t]);
    int input = 0;
    while (arg_of_input(op_, inputs_.size(), static_cast<std::size_t>(input)) != from_[t]) ++input;
    return {input,
            fmt::format("Value passed to parameter '{}' has DataType {} not in list of allowed "
                        "values: {}",
                        op_.inputs[at_fault].name, name(types_[t]), listed(attribute.allowed)),
            ""};
  }

  DType output_type(const ArgDef& def, std::size_t o) const {
    switch (def.kind) {
      case ArgDef::Kind::fixed: return def.dtype;
      case ArgDef::Kind::attribute: return types_[static_cast<std::size_t>(def.type_attribute)];
      case ArgDef::Kind::any: break;
    }
    // IdentityN hands each input on; of other ops nothing is known.
    return o < inputs_.size() ? inputs_[o]->dtype : DType::resource;
  }

  const OpDef& op_;
  std::span<const Output* const> inputs_;
  TypeValues& types_;
  std::array<int, kMaxTypeAttributes> from_{};  // the argument that each type was inferred from
};

}  // namespace

std::optional<TypeFault> infer_types(const OpDef& op, std::span<const Output* const> inputs,
                                     TypeValues& types, std::span<Output> outputs) {
  TypeInference inference(op, inputs, types);
  auto fault = inference.take_inputs();
  if (!fault) fault = inference.complete();
  if (!fault) inference.set_outputs(outputs);
  return fault;
}

int arg_of_input(const OpDef& op, std::size_t inputs, std::size_t i) {
  const std::size_t args = op.inputs.size();
  for (std::size_t arg = 0; arg < args && arg <= i; ++arg) {
    if (!op.inputs[arg].is_list) continue;
    const std::size_t in_list = inputs - (args - 1);
    return static_cast<int>(i < arg + in_list ? arg : i - in_list + 1);
  }
  return static_cast<int>(i);
}

}  // namespace graphrun
