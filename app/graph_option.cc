#include "app/graph_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/assignment.h"
#include "base/error.h"
#include "kernels/catalog.h"
#include "model/feed_reader.h"
#include "model/op_declarations.h"
#include "model/read_model.h"

namespace graphrun {
namespace {

void apply_feed(Model& model, const std::string& text) {
  const Assignment assignment = split_assignment("--feed", text);
  const std::string said_by = "--feed " + assignment.name;
  for (const Fetch& target : find_named(model, said_by, assignment.name)) {
    const Node& node = model.graph.node(target.output.node);
    if (node.op->name != "Placeholder") {
      throw Error(ExitStatus::usage, fmt::format("{}: '{}' is not a Placeholder, but {}", said_by,
                                                 node.name, node.op->name));
    }
    const Output& output = model.graph.output(target.output);
    Feed feed{target.output.node, parse_feed(assignment.value, output.dtype, output.shape, said_by),
              said_by};
    std::erase_if(model.feeds,
                  [&](const Feed& old) { return old.placeholder == feed.placeholder; });
    model.feeds.push_back(std::move(feed));
  }
}

}  // namespace

void GraphOption::add_to(CLI::App& command) {
  command.add_option("GRAPH", file, "Graph file (YAML); - reads standard input")->required();
  add_changes_to(command);
  command
      .add_option("--feed", feeds,
                  "Feed a placeholder: a.npy, a.npz:key, random:seed=1, '[[1, 2]]', ...")
      ->type_name("NAME=SOURCE")
      ->allow_extra_args(false);
  command.add_option("--fetch", fetches, "Compute and print this tensor instead of the file's")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void GraphOption::add_changes_to(CLI::App& command) {
  command.add_option("--param", params, "Override a parameter of the file: name=value")
      ->type_name("K=V")
      ->allow_extra_args(false);
  command.add_option("--ops", ops_file, "Ops that are only declared: such graphs can be placed")
      ->type_name("FILE");
  command.add_option("--max-nodes", max_nodes, "Bound of the expansion")->type_name("N");
}

OpCatalog GraphOption::catalog() const {
  OpCatalog ops = make_catalog();
  if (!ops_file.empty()) read_op_declarations(ops_file, ops);
  return ops;
}

Model GraphOption::read(const OpCatalog& ops, PhaseTimes* times) const {
  ReadOptions options{.max_nodes = max_nodes};
  for (const std::string& text : params) {
    Assignment param = split_assignment("--param", text);
    options.params[param.name] = std::move(param.value);
  }
  Model model = text ? read_model_text(file == "-" ? "<stdin>" : file, *text, ops, options, times)
                     : read_model(file, ops, options, times);
  for (const std::string& text : feeds) apply_feed(model, text);
  if (!fetches.empty()) {
    model.fetches.clear();
    for (const std::string& name : fetches) {
      for (Fetch& fetch : find_named(model, "--fetch " + name, name)) {
        model.fetches.push_back(std::move(fetch));
      }
    }
  }
  return model;
}

}  // namespace graphrun
