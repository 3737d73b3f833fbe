#include "model/attribute_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/closest_match.h"
#include "model/attribute_reader.h"
#include "model/dtype_reader.h"
#include "model/identifier.h"

namespace graphrun {
namespace {

constexpr auto kAttributeKeys = std::to_array<std::string_view>({"type", "default", "allowed"});

// The `type` of an attribute whose values are dtypes, and those of all others, in the order of
// AttributeKind.
constexpr std::string_view kTypeType = "type";
constexpr auto kAttributeTypes = std::to_array<std::string_view>(
    {"bool", "int", "float", "string", "shape", "tensor", "list(int)", "list(float)",
     "list(string)", "list(type)", "list(shape)"});

std::optional<AttributeKind> attribute_kind(std::string_view type) {
  const auto found = std::ranges::find(kAttributeTypes, type);
  if (found == kAttributeTypes.end()) return std::nullopt;
  return static_cast<AttributeKind>(found - kAttributeTypes.begin());
}

AttributeKind kind_of(const Value& value) {
  if (std::holds_alternative<std::int64_t>(value.of)) return AttributeKind::integer;
  if (std::holds_alternative<double>(value.of)) return AttributeKind::number;
  if (std::holds_alternative<bool>(value.of)) return AttributeKind::boolean;
  return AttributeKind::text;
}

class AttributeDeclarationReader {
 public:
  AttributeDeclarationReader(Evaluator& evaluator, const std::set<std::string_view>& argument_types,
                             const std::string& folder, OpDef& op)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        argument_types_(argument_types),
        folder_(folder),
        op_(op) {}

  void read(ValueId key, ValueId attribute) {
    expect_identifier(reader_, key, "an attribute's name");
    Declared declared = {.key = key, .name = document_.text(key)};
    if (!document_.is_null(attribute)) {
      if (!reader_.expect_mapping(attribute, "an attribute: {type: int, default: 0}")) {
        if (is_type_attribute(declared)) add_type_attribute(declared);  // arguments may have it
        return;
      }
      reader_.check_keys(attribute, "an attribute", kAttributeKeys);
      declared.type = document_.find(attribute, "type");
      declared.otherwise = document_.find(attribute, "default");
      declared.allowed = document_.find(attribute, "allowed");
    }
    if (declared.otherwise != kNoValue && document_.has_dollar(declared.otherwise)) {
      reader_.complain(declared.otherwise, "a default cannot hold a '$'");
      declared.otherwise = kNoValue;
      if (declared.type == kNoValue && !is_argument_type(declared)) return;
    }
    if (is_type_attribute(declared)) {
      add_type_attribute(declared);
    } else {
      add_attribute(declared);
    }
  }

 private:
  struct Declared {
    ValueId key = kNoValue;
    std::string_view name;
    // kNoValue: not given.
    ValueId type = kNoValue;
    ValueId otherwise = kNoValue;
    ValueId allowed = kNoValue;
  };

  bool is_type_type(ValueId type) const {
    return document_.is_scalar(type) && document_.text(type) == kTypeType;
  }

  bool is_argument_type(const Declared& declared) const {
    return argument_types_.contains(declared.name);
  }

  bool is_type_attribute(const Declared& declared) const {
    if (is_argument_type(declared)) return true;
    if (declared.type != kNoValue) return is_type_type(declared.type);
    // Plain text is a dtype, be it misspelt.
    return document_.is_scalar(declared.otherwise) && !document_.is_quoted(declared.otherwise) &&
           std::holds_alternative<std::string>(plain_scalar(document_.text(declared.otherwise)).of);
  }

  void add_type_attribute(const Declared& declared) {
    if (declared.type != kNoValue && !is_type_type(declared.type)) {
      reader_.complain(declared.type,
                       fmt::format("'{}' is the type of an argument, not {}", declared.name,
                                   document_.description(declared.type)),
                       "expected 'type'");
    }
    if (op_.type_attributes.size() == static_cast<std::size_t>(kMaxTypeAttributes)) {
      reader_.complain(declared.key,
                       fmt::format("an op has at most {} type attributes", kMaxTypeAttributes));
    }
    TypeAttribute attribute = {.name = std::string(declared.name)};
    if (declared.allowed != kNoValue) attribute.allowed = read_dtypes(reader_, declared.allowed);
    if (declared.otherwise != kNoValue) {
      const bool is_told = declared.type != kNoValue || is_argument_type(declared);
      attribute.otherwise =
          read_dtype(reader_, declared.otherwise,
                     is_told ? "" : "a text stands in quotes, or beside 'type: string'");
      if (attribute.otherwise && !attribute.allowed.empty() &&
          !attribute.allowed.contains(*attribute.otherwise)) {
        reader_.complain(declared.otherwise,
                         fmt::format("{} is not among the types that are allowed for '{}'",
                                     name(*attribute.otherwise), declared.name));
      }
    }
    op_.type_attributes.push_back(std::move(attribute));
  }

  void add_attribute(const Declared& declared) {
    if (declared.allowed != kNoValue) {
      reader_.complain(declared.allowed, fmt::format("'{}' is not a type attribute", declared.name),
                       "only those have 'allowed'");
    }
    const auto kind = kind_of(declared);
    if (!kind) return;
    AttributeDef def = {.name = std::string(declared.name), .kind = *kind};
    if (declared.otherwise != kNoValue) def.otherwise = read_default(declared, *kind);
    op_.attributes.push_back(std::move(def));
  }

  std::optional<AttributeKind> kind_of(const Declared& declared) {
    if (declared.type != kNoValue) return read_kind(declared.type);
    if (document_.is_scalar(declared.otherwise)) {
      const auto value = evaluator_.value(declared.otherwise);
      return value ? std::optional(graphrun::kind_of(*value)) : std::nullopt;
    }
    reader_.complain(declared.key, fmt::format("attribute '{}' has no 'type'", declared.name),
                     declared.otherwise != kNoValue ? "its default does not tell it"
                                                    : "neither a default nor an argument tells it");
    return std::nullopt;
  }

  std::optional<AttributeKind> read_kind(ValueId type) {
    const auto text = reader_.text_of(type, "an attribute's type, such as int");
    if (!text) return std::nullopt;
    const auto kind = attribute_kind(*text);
    if (!kind) {
      std::vector<std::string_view> known(kAttributeTypes.begin(), kAttributeTypes.end());
      known.push_back(kTypeType);
      std::string note = did_you_mean(*text, known);
      if (note.empty()) note = "expected " + listed(known);
      reader_.complain(type, fmt::format("attributes have no type '{}'", *text), std::move(note));
    }
    return kind;
  }

  // As a graph file gives the attribute.
  std::optional<AttributeValue> read_default(const Declared& declared, AttributeKind kind) {
    OpDef op = {.name = op_.name};
    op.attributes.push_back({.name = std::string(declared.name), .kind = kind});
    const Field field = {declared.key, declared.otherwise};
    const auto read = read_attributes(evaluator_, op, declared.key, {&field, 1}, folder_);
    if (!read) return std::nullopt;
    return *read->values.find(declared.name);
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  const std::set<std::string_view>& argument_types_;
  const std::string& folder_;
  OpDef& op_;
};

}  // namespace

void read_attribute_declarations(Evaluator& evaluator, ValueId attributes,
                                 const std::set<std::string_view>& argument_types,
                                 const std::string& folder, OpDef& op) {
  const Document& document = evaluator.document();
  if (attributes == kNoValue || document.is_null(attributes)) return;
  if (!evaluator.reader().expect_mapping(attributes,
                                         "a mapping: attribute: {type: int, default: 0}")) {
    return;
  }
  AttributeDeclarationReader reader(evaluator, argument_types, folder, op);
  for (ValueId key = document.first(attributes); key != kNoValue;
       key = document.next(document.next(key))) {
    reader.read(key, document.next(key));
  }
}

}  // namespace graphrun
