#include "model/attribute_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/closest_match.h"
#include "model/shape_reader.h"
#include "model/tensor_reader.h"

namespace graphrun {
namespace {

std::string did_you_mean_dtype(std::string_view text) {
  std::vector<std::string_view> names;
  for (const DType dtype : all_dtypes()) names.push_back(name(dtype));
  return did_you_mean(text, names);
}

class AttributeReader {
 public:
  AttributeReader(Evaluator& evaluator, const OpDef& op, const std::string& folder)
      : evaluator_(evaluator), document_(evaluator.document()), op_(op), folder_(folder) {}

  std::optional<NodeAttributes> read(ValueId at, std::span<const Field> fields) {
    out_.types.resize(op_.type_attributes.size());
    // Types and shapes first: a tensor beside them takes them.
    for (const Field& field : fields) read_type(field);
    for (const Field& field : fields) {
      const AttributeDef* def = op_.attribute(document_.text(field.key));
      if (def != nullptr && def->kind == AttributeKind::shape) read_value(field, *def);
    }
    for (const Field& field : fields) {
      const std::string_view key = document_.text(field.key);
      const AttributeDef* def = op_.attribute(key);
      if (def != nullptr) {
        if (def->kind != AttributeKind::shape) read_value(field, *def);
      } else if (op_.type_attribute(key) < 0) {
        read_input(op_.input(key), field.value);
      }
    }
    add_defaults(at);
    if (!is_good_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void read_input(int input, ValueId value) {
    if (input >= 0 && !is_meant_as_reference(document_, value)) {
      out_.inputs.push_back({input, value});
    } else {
      is_good_ = false;  // complained of when it was read; what is missing may be what was meant
    }
  }

  void read_type(const Field& field) {
    const int index = op_.type_attribute(document_.text(field.key));
    if (index < 0) return;
    if (const auto dtype = dtype_of_value(field.value)) {
      out_.types[static_cast<std::size_t>(index)] = *dtype;
    } else {
      is_good_ = false;
    }
  }

  std::optional<DType> dtype_of_value(ValueId value) {
    const auto text = evaluator_.text(value, "a type, such as float32");
    if (!text) return std::nullopt;
    const auto dtype = parse_dtype(*text);
    if (!dtype) {
      evaluator_.reader().complain(value, fmt::format("unknown type '{}'", *text),
                                   did_you_mean_dtype(*text));
    }
    return dtype;
  }

  void read_value(const Field& field, const AttributeDef& def) {
    auto value = value_of(field.value, def.kind);
    if (!value) {
      is_good_ = false;
      return;
    }
    if (def.kind == AttributeKind::tensor && !out_.types.empty()) {
      out_.types[0] = std::get<TensorLiteral>(*value).dtype;
    }
    out_.values.set(def.name, std::move(*value));
  }

  std::optional<AttributeValue> value_of(ValueId value, AttributeKind kind) {
    const auto wrap = [](auto&& optional) -> std::optional<AttributeValue> {
      if (!optional) return std::nullopt;
      return AttributeValue(std::move(*optional));
    };
    const std::string_view what = description(kind);
    switch (kind) {
      case AttributeKind::boolean: return wrap(evaluator_.boolean(value, what));
      case AttributeKind::integer: return wrap(evaluator_.integer(value, what));
      case AttributeKind::number: return wrap(evaluator_.number(value, what));
      case AttributeKind::text: {
        const auto text = evaluator_.text(value, what);
        if (!text) return std::nullopt;
        return AttributeValue(std::string(*text));
      }
      case AttributeKind::shape: return wrap(read_shape(evaluator_, value));
      case AttributeKind::tensor: return wrap(tensor(value));
      case AttributeKind::integers: return wrap(list<std::int64_t>(value, what));
      case AttributeKind::numbers: return wrap(list<double>(value, what));
      case AttributeKind::texts: return wrap(list<std::string>(value, what));
      case AttributeKind::dtypes: {
        std::vector<DType> dtypes;
        if (!each(value, what, [&](ValueId item) {
              const auto dtype = dtype_of_value(item);
              if (dtype) dtypes.push_back(*dtype);
              return dtype.has_value();
            })) {
          return std::nullopt;
        }
        return AttributeValue(std::move(dtypes));
      }
      case AttributeKind::shapes: {
        std::vector<Shape> shapes;
        if (!each(value, what, [&](ValueId item) {
              const auto shape = read_shape(evaluator_, item);
              if (shape) shapes.push_back(*shape);
              return shape.has_value();
            })) {
          return std::nullopt;
        }
        return AttributeValue(std::move(shapes));
      }
    }
    return std::nullopt;
  }

  template <typename Read>
  bool each(ValueId value, std::string_view what, const Read& read) {
    if (!evaluator_.reader().expect_sequence(value, what)) return false;
    for (ValueId item = document_.first(value); item != kNoValue; item = document_.next(item)) {
      if (!read(item)) return false;
    }
    return true;
  }

  // A list of plain values; one that is not in a list is a list of one.
  template <typename T>
  std::optional<std::vector<T>> list(ValueId value, std::string_view what) {
    auto evaluated = evaluator_.value(value);
    if (!evaluated) return std::nullopt;
    if (!std::holds_alternative<ValueList>(evaluated->of)) {
      evaluated = Value{ValueList{std::move(*evaluated)}};
    }
    std::vector<T> out;
    for (const Value& item : std::get<ValueList>(evaluated->of)) {
      if (const T* same = std::get_if<T>(&item.of)) {
        out.push_back(*same);
        continue;
      }
      if constexpr (std::is_same_v<T, double>) {
        if (const auto* integer = std::get_if<std::int64_t>(&item.of)) {
          out.push_back(static_cast<double>(*integer));
          continue;
        }
      }
      evaluator_.complain_of(value, what, item);
      return std::nullopt;
    }
    return out;
  }

  std::optional<TensorLiteral> tensor(ValueId value) {
    TensorFrame frame;
    if (!out_.types.empty()) frame.dtype = out_.types[0];
    if (const AttributeValue* shape = out_.values.find("shape")) {
      frame.shape = std::get<Shape>(*shape);
      if (!frame.shape->is_complete()) {
        evaluator_.reader().complain(
            value, fmt::format("a tensor cannot have the open shape {}", to_string(*frame.shape)));
        return std::nullopt;
      }
    }
    return read_tensor(evaluator_, value, frame, folder_);
  }

  void add_defaults(ValueId at) {
    for (const AttributeDef& def : op_.attributes) {
      if (out_.values.find(def.name) != nullptr) continue;
      if (def.otherwise) {
        out_.values.set(def.name, *def.otherwise);
      } else if (!def.optional && is_good_) {
        evaluator_.reader().complain(at, fmt::format("{} needs '{}'", op_.name, def.name),
                                     fmt::format("expected {}", description(def.kind)));
        is_good_ = false;
      }
    }
  }

  Evaluator& evaluator_;
  const Document& document_;
  const OpDef& op_;
  const std::string& folder_;
  NodeAttributes out_;
  bool is_good_ = true;
};

}  // namespace

bool is_meant_as_reference(const Document& document, ValueId value) {
  while (document.is_sequence(value) && document.size(value) > 0) value = document.first(value);
  return document.is_scalar(value) && !document.is_quoted(value) && !document.has_dollar(value) &&
         std::holds_alternative<std::string>(plain_scalar(document.text(value)).of);
}

std::optional<NodeAttributes> read_attributes(Evaluator& evaluator, const OpDef& op, ValueId at,
                                              std::span<const Field> fields,
                                              const std::string& folder) {
  return AttributeReader(evaluator, op, folder).read(at, fields);
}

}  // namespace graphrun
