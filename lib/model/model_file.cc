#include "model/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/document_reader.h"
#include "model/entry_reader.h"
#include "model/least_nodes.h"

namespace graphrun {
namespace {

constexpr auto kTopKeys = std::to_array<std::string_view>(
    {"name", "description", "params", "config", "functions", "nodes", "feeds", "fetch", "cluster"});
constexpr auto kFunctionKeys = std::to_array<std::string_view>({"args", "nodes", "returns"});

// Longer ones take more memory, compiled, than any use of them is worth.
constexpr std::size_t kLongestTemplate = 1 << 20;

class ModelFileReader {
 public:
  ModelFileReader(std::shared_ptr<const Document> document, const OpCatalog& ops,
                  Complaints& complaints)
      : document_(*document), reader_(*document, complaints), entries_(file_, ops, reader_) {
    file_.document = std::move(document);
  }

  ModelFile read() {
    const ValueId root = document_.root();
    if (document_.is_null(root)) {
      reader_.complain(root, "the file is empty", "a graph file has at least 'nodes'");
      return std::move(file_);
    }
    if (!reader_.expect_mapping(root, "a mapping with at least 'nodes'")) return std::move(file_);
    compile_templates(root);
    const bool keys_are_good = reader_.check_keys(root, "a graph file", kTopKeys);
    read_head(root);
    read_functions(document_.find(root, "functions"));
    const ValueId nodes = document_.find(root, "nodes");
    if (nodes != kNoValue) {
      file_.nodes = entries_.read(nodes);
    } else if (keys_are_good) {  // else one of them may have been meant
      reader_.complain(root, "there is no 'nodes'", "a graph file has at least 'nodes'");
    }
    entries_.check_calls();
    count_least_nodes(file_);
    return std::move(file_);
  }

 private:
  void compile_templates(ValueId value) {
    if (!document_.has_dollar(value)) return;
    if (document_.is_scalar(value)) {
      compile_template(value);
      return;
    }
    const bool is_mapping = document_.is_mapping(value);
    bool is_key = is_mapping;
    for (ValueId child = document_.first(value); child != kNoValue; child = document_.next(child)) {
      if (is_key && document_.has_dollar(child)) {
        reader_.complain(child, "a key cannot hold a '$'");
      } else {
        compile_templates(child);
      }
      if (is_mapping) is_key = !is_key;
    }
  }

  void compile_template(ValueId value) {
    if (file_.templates.contains(value)) return;  // reached before, through an alias
    if (document_.text(value).size() > kLongestTemplate) {
      reader_.complain(
          value, fmt::format("a text with a '$' is longer than {} KiB", kLongestTemplate >> 10));
      return;
    }
    try {
      file_.templates.try_emplace(value, document_.text(value), *file_.variables);
    } catch (const ExpressionFault& fault) {
      reader_.complain_within(value, fault.offset, fault.what, fault.note);
    }
  }

  void read_head(ValueId root) {
    file_.name = document_.find(root, "name");
    if (file_.name != kNoValue) reader_.expect_text(file_.name, "a text");
    file_.description = document_.find(root, "description");
    if (file_.description != kNoValue) reader_.expect_text(file_.description, "a text");
    file_.params = read_fields(document_.find(root, "params"), "a mapping {param: default}");
    for (const Field& param : file_.params) entries_.expect_variable(param.key, "a param");
    file_.config = document_.find(root, "config");
    file_.feeds = read_fields(document_.find(root, "feeds"), "a mapping {placeholder: source}");
    file_.fetch = document_.find(root, "fetch");
    if (const ValueId cluster = document_.find(root, "cluster"); cluster != kNoValue) {
      reader_.complain(cluster, "'cluster' is reserved: graphs run in one process", "",
                       "--devices simulates devices of other jobs and tasks");
    }
  }

  std::vector<Field> read_fields(ValueId mapping, std::string_view what) {
    std::vector<Field> fields;
    if (document_.is_null(mapping) || !reader_.expect_mapping(mapping, what)) return fields;
    for (ValueId key = document_.first(mapping); key != kNoValue;
         key = document_.next(document_.next(key))) {
      fields.push_back({key, document_.next(key)});
    }
    return fields;
  }

  void read_functions(ValueId functions) {
    for (const Field& field :
         read_fields(functions, "a mapping {function: {args, nodes, returns}}")) {
      FunctionDef& function = file_.functions.emplace_back();
      function.name = field.key;
      file_.function_by_name.emplace(document_.text(field.key), &function);
      if (reader_.expect_mapping(field.value, "a function {args, nodes, returns}")) {
        read_function(field.value, function);
      }
    }
  }

  void read_function(ValueId value, FunctionDef& function) {
    reader_.check_keys(value, "a function", kFunctionKeys);
    const ValueId args = document_.find(value, "args");
    if (!document_.is_null(args) && reader_.expect_sequence(args, "a list of argument names")) {
      for (ValueId arg = document_.first(args); arg != kNoValue; arg = document_.next(arg)) {
        if (!entries_.expect_variable(arg, "an argument")) continue;
        const auto same = [&](ValueId other) {
          return document_.text(other) == document_.text(arg);
        };
        if (std::ranges::any_of(function.args, same)) {
          reader_.complain(arg, fmt::format("duplicate argument '{}'", document_.text(arg)));
        }
        function.args.push_back(arg);
      }
    }
    function.returns = document_.find(value, "returns");
    const ValueId nodes = document_.find(value, "nodes");
    if (nodes == kNoValue) {
      reader_.complain(function.name, fmt::format("function {} has no 'nodes'",
                                                  quote(document_.text(function.name))));
    } else {
      function.nodes = entries_.read_repeated(nodes);
    }
  }

  const Document& document_;
  DocumentReader reader_;
  ModelFile file_;
  EntryReader entries_;
};

}  // namespace

const FunctionDef* ModelFile::find_function(std::string_view function) const {
  const auto found = function_by_name.find(function);
  return found == function_by_name.end() ? nullptr : found->second;
}

std::vector<std::string_view> ModelFile::function_names() const {
  std::vector<std::string_view> names;
  for (const FunctionDef& function : functions) names.push_back(document->text(function.name));
  return names;
}

ModelFile read_model_file(std::shared_ptr<const Document> document, const OpCatalog& ops,
                          Complaints& complaints) {
  return ModelFileReader(std::move(document), ops, complaints).read();
}

}  // namespace graphrun
