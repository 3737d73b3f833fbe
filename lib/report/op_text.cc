#include "report/op_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/attribute_text.h"
#include "report/kernel_text.h"

namespace graphrun {
namespace {

struct Row {
  std::string name;
  std::string text;
};

std::string type_text(const OpDef& op, const ArgDef& arg) {
  std::string text;
  switch (arg.kind) {
    case ArgDef::Kind::fixed: text = name(arg.dtype); break;
    case ArgDef::Kind::attribute:
      text = op.type_attributes[static_cast<std::size_t>(arg.type_attribute)].name;
      break;
    case ArgDef::Kind::any: text = "any type"; break;
  }
  if (arg.is_ref) text = "ref(" + text + ")";
  if (!arg.is_list) return text;
  return arg.count_attribute.empty() ? "a list of " + text
                                     : fmt::format("a list of {} {}", arg.count_attribute, text);
}

std::vector<Row> argument_rows(const OpDef& op, const std::vector<ArgDef>& args) {
  std::vector<Row> rows;
  rows.reserve(args.size());
  for (const ArgDef& arg : args) {
    rows.push_back({arg.name, type_text(op, arg) + (arg.is_optional ? "; may be left out" : "")});
  }
  return rows;
}

// Where an input or output has the type, graph files need not give it.
bool is_inferred(const OpDef& op, std::size_t type_attribute) {
  return std::ranges::any_of(op.inputs, [&](const ArgDef& arg) {
    return arg.kind == ArgDef::Kind::attribute &&
           static_cast<std::size_t>(arg.type_attribute) == type_attribute;
  });
}

std::string type_attribute_text(const OpDef& op, std::size_t i) {
  const TypeAttribute& attribute = op.type_attributes[i];
  std::string text = "a type";
  if (attribute.allowed != DTypes::all()) {
    std::string list;
    for (const DType dtype : attribute.allowed.list()) {
      list += fmt::format("{}{}", list.empty() ? "" : ", ", name(dtype));
    }
    text += ": " + list;
  }
  if (is_inferred(op, i)) return text + "; as its inputs have it";
  if (attribute.otherwise) return text + fmt::format("; default {}", name(*attribute.otherwise));
  return text;
}

std::string attribute_row_text(const AttributeDef& attribute) {
  std::string text(description(attribute.kind));
  if (attribute.otherwise) {
    text += "; default " + attribute_text(*attribute.otherwise, Style::tf);
  } else if (!attribute.optional) {
    text += "; must be given";
  }
  if (attribute.file_only) text += "; in graph files only";
  return text;
}

std::vector<Row> attribute_rows(const OpDef& op) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < op.type_attributes.size(); ++i) {
    rows.push_back({op.type_attributes[i].name, type_attribute_text(op, i)});
  }
  for (const AttributeDef& attribute : op.attributes) {
    rows.push_back({attribute.name, attribute_row_text(attribute)});
  }
  return rows;
}

std::string host_arguments(const OpDef& op, const KernelDef& kernel) {
  std::string text;
  const auto add = [&](const std::vector<int>& positions, const std::vector<ArgDef>& args) {
    for (const int position : positions) {
      if (!text.empty()) text += ", ";
      text += args[static_cast<std::size_t>(position)].name;
    }
  };
  add(kernel.host_inputs, op.inputs);
  add(kernel.host_outputs, op.outputs);
  return text;
}

std::vector<Row> kernel_rows(const OpDef& op) {
  std::vector<Row> rows;
  for (const KernelDef& kernel : op.kernels) {
    std::string text = kernel_types(op, kernel);
    if (text.empty()) text = "any type";
    if (kernel.priority != 0) text += fmt::format("; priority {}", kernel.priority);
    if (const std::string host = host_arguments(op, kernel); !host.empty()) {
      text += "; in host memory: " + host;
    }
    rows.push_back({std::string(to_string(kernel.device)), std::move(text)});
  }
  return rows;
}

void add_section(std::string& to, std::string_view title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.name.size());
  to += fmt::format("  {}\n", title);
  for (const Row& row : rows) to += fmt::format("    {:<{}}  {}\n", row.name, width, row.text);
}

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1);
    text += "    ";
    text += lines.substr(0, end + 1);
    lines.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace

std::string op_list(const OpCatalog& ops) {
  const std::vector<const OpDef*> rows = ops.sorted();
  std::size_t width = 0;
  for (const OpDef* op : rows) width = std::max(width, op->name.size());
  std::string lines;
  for (const OpDef* op : rows) {
    lines += op->summary.empty() ? op->name + "\n"
                                 : fmt::format("{:<{}}  {}\n", op->name, width, op->summary);
  }
  return lines;
}

std::string op_text(const OpDef& op) {
  std::string text = op.name;
  if (!op.summary.empty()) text += ": " + op.summary;
  text += '\n';
  if (!op.declared_in.empty()) {
    text += fmt::format("  declared in {}: it can be placed, not run\n", op.declared_in);
  }
  if (op.expand != nullptr) text += "  makes several nodes, of other ops\n";
  if (op.is_stateful) text += "  stateful: runs with the same inputs may differ\n";
  add_section(text, "inputs", argument_rows(op, op.inputs));
  add_section(text, "outputs", argument_rows(op, op.outputs));
  add_section(text, "attributes", attribute_rows(op));
  add_section(text, "kernels", kernel_rows(op));
  if (op.kernels.empty() && op.expand == nullptr) text += "  no kernel on any device\n";
  if (!op.example.empty()) text += "  example, for graphrun run -\n" + indented(op.example);
  return text;
}

}  // namespace graphrun
