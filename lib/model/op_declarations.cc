#include "model/op_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/closest_match.h"
#include "files/text_file.h"
#include "model/attribute_declarations.h"
#include "model/evaluator.h"
#include "model/identifier.h"
#include "model/kernel_declarations.h"

namespace graphrun {
namespace {

using Names = std::span<const std::string_view>;

constexpr auto kTopKeys = std::to_array<std::string_view>({"ops"});
constexpr auto kOpKeys = std::to_array<std::string_view>(
    {"summary", "inputs", "outputs", "attrs", "kernels", "metadata", "stateful"});
constexpr auto kInputKeys = std::to_array<std::string_view>({"name", "type", "list"});
constexpr auto kOutputKeys = std::to_array<std::string_view>({"name", "type", "list", "count"});

// "ref(T)" as "T" and where that begins.
struct TypeText {
  std::string_view type;
  bool is_ref = false;
  std::size_t offset = 0;
};

TypeText type_text(std::string_view text) {
  constexpr std::string_view kRef = "ref(";
  if (!text.starts_with(kRef) || !text.ends_with(')')) return {.type = text};
  const std::string_view inner = text.substr(kRef.size(), text.size() - kRef.size() - 1);
  return {.type = inner, .is_ref = true, .offset = kRef.size()};
}

class OpReader {
 public:
  OpReader(Evaluator& evaluator, std::string folder)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        folder_(std::move(folder)) {}

  // Complains of what is wrong; what it returns then is not to be used.
  OpDef read(ValueId name, ValueId declaration) {
    op_ = {.name = std::string(document_.text(name))};
    op_.declared_in = document_.source()->file();
    expect_identifier(reader_, name, "an op's name");
    if (!reader_.expect_mapping(declaration, "an op: {inputs: [...], outputs: [...], ...}")) {
      return std::move(op_);
    }
    reader_.check_keys(declaration, "an op", kOpKeys);
    if (const ValueId at = document_.find(declaration, "summary"); at != kNoValue) {
      op_.summary = reader_.text_of(at, "a line of text").value_or("");
    }
    const ValueId inputs = document_.find(declaration, "inputs");
    const ValueId outputs = document_.find(declaration, "outputs");
    note_argument_types(inputs);
    note_argument_types(outputs);
    read_attribute_declarations(evaluator_, document_.find(declaration, "attrs"), argument_types_,
                                folder_, op_);
    op_.inputs = read_arguments(inputs, "input", kInputKeys);
    op_.outputs = read_arguments(outputs, "output", kOutputKeys);
    read_kernel_declarations(reader_, document_.find(declaration, "kernels"), op_);
    op_.is_metadata = flag(declaration, "metadata");
    op_.is_stateful = flag(declaration, "stateful");
    return std::move(op_);
  }

 private:
  bool flag(ValueId mapping, std::string_view key) {
    const ValueId at = document_.find(mapping, key);
    return at != kNoValue && reader_.boolean_of(at, "true or false").value_or(false);
  }

  // What is missing or empty has no items; anything else that is no list is complained of.
  std::vector<ValueId> items(ValueId list, std::string_view what) {
    std::vector<ValueId> items;
    if (list == kNoValue || document_.is_null(list)) return items;
    if (!reader_.expect_sequence(list, what)) return items;
    for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
      items.push_back(item);
    }
    return items;
  }

  // Attributes must be known before arguments are read, and whether they are types is for the
  // arguments to say.
  void note_argument_types(ValueId arguments) {
    if (!document_.is_sequence(arguments)) return;
    for (ValueId item = document_.first(arguments); item != kNoValue; item = document_.next(item)) {
      const ValueId type = document_.is_mapping(item) ? document_.find(item, "type") : item;
      if (document_.is_scalar(type)) argument_types_.insert(type_text(document_.text(type)).type);
    }
  }

  void complain_of_type(ValueId at, const TypeText& text) {
    std::vector<std::string_view> known = {"any"};
    for (const DType dtype : all_dtypes()) known.push_back(name(dtype));
    for (const TypeAttribute& attribute : op_.type_attributes) known.push_back(attribute.name);
    std::string note = did_you_mean(text.type, known);
    if (note.empty()) note = "a type is a dtype, one of 'attrs', 'any', or ref() of these";
    reader_.complain_within(at, text.offset, fmt::format("unknown type '{}'", text.type),
                            std::move(note));
  }

  std::vector<ArgDef> read_arguments(ValueId list, std::string_view role, Names keys) {
    std::vector<ArgDef> args;
    bool has_list = false;
    for (const ValueId item : items(list, fmt::format("a list of {}s", role))) {
      ArgDef arg = read_argument(item, fmt::format("{}{}", role, args.size()), role, keys);
      if (std::ranges::find(args, arg.name, &ArgDef::name) != args.end()) {
        reader_.complain(item, fmt::format("two {}s are called '{}'", role, arg.name));
      }
      if (arg.is_list && has_list && role == "input") {
        reader_.complain(item, "a second list of inputs",
                         "one list takes all inputs that the others leave");
      }
      has_list = has_list || arg.is_list;
      args.push_back(std::move(arg));
    }
    return args;
  }

  ArgDef read_argument(ValueId item, std::string name, std::string_view role, Names keys) {
    ArgDef arg = {.name = std::move(name), .kind = ArgDef::Kind::any};
    if (document_.is_scalar(item)) {
      read_argument_type(item, arg);
      return arg;
    }
    const std::string what = fmt::format("an {}, such as float32 or {{name: x, type: T}}", role);
    if (!reader_.expect_mapping(item, what)) return arg;
    reader_.check_keys(item, fmt::format("an {}", role), keys);
    if (const ValueId at = document_.find(item, "name"); at != kNoValue) {
      const std::string what = fmt::format("an {}'s name", role);
      if (reader_.expect_text(at, what) && expect_identifier(reader_, at, what)) {
        arg.name = std::string(document_.text(at));
      }
    }
    if (const ValueId at = document_.find(item, "type"); at == kNoValue) {
      reader_.complain(item, fmt::format("this {} has no 'type'", role));
    } else if (reader_.expect_text(at, "a type, such as float32")) {
      read_argument_type(at, arg);
    }
    arg.is_list = flag(item, "list");
    if (const ValueId at = document_.find(item, "count"); at != kNoValue && role == "output") {
      read_count(at, arg);
    }
    return arg;
  }

  void read_argument_type(ValueId at, ArgDef& arg) {
    const TypeText text = type_text(document_.text(at));
    arg.is_ref = text.is_ref;
    if (text.type == "any") return;
    if (const auto dtype = parse_dtype(text.type)) {
      arg.kind = ArgDef::Kind::fixed;
      arg.dtype = *dtype;
    } else if (const int attribute = op_.type_attribute(text.type); attribute >= 0) {
      arg.kind = ArgDef::Kind::attribute;
      arg.type_attribute = attribute;
    } else {
      complain_of_type(at, text);
    }
  }

  void read_count(ValueId at, ArgDef& arg) {
    const auto name = reader_.text_of(at, "the name of an integer attribute");
    if (!name) return;
    const AttributeDef* attribute = op_.attribute(*name);
    if (attribute == nullptr || attribute->kind != AttributeKind::integer) {
      reader_.complain(at,
                       fmt::format("'{}' is not an integer attribute of '{}'", *name, op_.name));
    } else if (!arg.is_list) {
      reader_.complain(at, "an output that is not a list has no 'count'", "add 'list: true'");
    }
    arg.count_attribute = *name;
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  std::string folder_;
  OpDef op_;
  std::set<std::string_view> argument_types_;
};

// "ops/a.yaml" → "ops/"; "a.yaml" → "".
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

void check_is_new(const OpCatalog& ops, ValueId name, DocumentReader& reader) {
  const OpDef* existing = ops.find(reader.document().text(name));
  if (existing == nullptr) return;
  const bool is_built_in = existing->declared_in.empty();
  reader.complain(name, fmt::format("op '{}' exists already", existing->name),
                  is_built_in ? "it is built in"
                              : fmt::format("it is declared in '{}'", existing->declared_in));
}

std::vector<OpDef> read_ops(Evaluator& evaluator, const OpCatalog& ops) {
  const Document& document = evaluator.document();
  DocumentReader& reader = evaluator.reader();
  std::vector<OpDef> declared;
  const ValueId root = document.root();
  if (!reader.expect_mapping(root, "a mapping with 'ops'")) return declared;
  reader.check_keys(root, "a file of ops", kTopKeys);
  const ValueId all = document.find(root, "ops");
  if (all == kNoValue) {
    reader.complain(root, "there is no 'ops'");
    return declared;
  }
  if (!reader.expect_mapping(all, "a mapping: op: {inputs: [...], outputs: [...]}"))
    return declared;
  const std::string folder = folder_of(document.source()->file());
  for (ValueId name = document.first(all); name != kNoValue;
       name = document.next(document.next(name))) {
    check_is_new(ops, name, reader);
    declared.push_back(OpReader(evaluator, folder).read(name, document.next(name)));
  }
  return declared;
}

}  // namespace

void read_op_declarations(const std::string& path, OpCatalog& ops) {
  read_op_declarations_text(path == "-" ? "<stdin>" : path, read_text_file(path), ops);
}

void read_op_declarations_text(std::string file, std::string text, OpCatalog& ops) {
  ModelFile model_file;
  model_file.document =
      std::make_shared<const Document>(SourceText(std::move(file), std::move(text)));
  Complaints complaints;
  Evaluator evaluator(model_file, complaints);
  std::vector<OpDef> declared = read_ops(evaluator, ops);
  complaints.throw_if_any();
  for (OpDef& op : declared) ops.add(std::move(op));
}

}  // namespace graphrun
