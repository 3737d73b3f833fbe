// graphrun ops [OP]: list ops, or show one in full.

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/graph_option.h"
#include "app/logging.h"
#include "app/output.h"
#include "base/closest_match.h"
#include "base/error.h"
#include "report/op_text.h"

namespace graphrun {
namespace {

struct Options {
  std::string op;
  GraphOption graph;  // for --ops
  LoggingOption logging;
};

void run(const Options& options) {
  options.logging.apply();
  const OpCatalog ops = options.graph.catalog();
  if (options.op.empty()) {
    print(op_list(ops));
    return;
  }
  const OpDef* op = ops.find(options.op);
  if (op == nullptr) {
    const std::string note = did_you_mean(options.op, ops.names());
    throw Error(ExitStatus::usage, "there is no op '" + options.op + "'" +
                                       (note.empty() ? "; graphrun ops lists them" : "; " + note));
  }
  print(op_text(*op));
}

}  // namespace

void add_ops_command(CLI::App& cli) {
  CLI::App* command = cli.add_subcommand("ops", "List ops, or show one in full");
  auto options = std::make_shared<Options>();
  command->add_option("OP", options->op, "Show this op: inputs, attributes, kernels");
  command->add_option("--ops", options->graph.ops_file, "Ops that are only declared")
      ->type_name("FILE");
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
