// Runs the command that was chosen, and is the only place that ends the program.

#include <CLI/CLI.hpp>
#include <exception>
#include <new>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/usage_message.h"
#include "base/error.h"

namespace {

using graphrun::ExitStatus;

// Our own mistake: sysexits' EX_SOFTWARE.
constexpr int kInternalError = 70;

int run(int argc, char** argv) {
  CLI::App cli("Places every node of a graph file on a device by TensorFlow's rules, and runs it.");
  cli.name("graphrun");
  cli.set_version_flag("--version", "graphrun " GRAPHRUN_VERSION);
  cli.require_subcommand(1);
  cli.failure_message(graphrun::usage_message);
  cli.get_formatter()->column_width(36);
  for (const auto add_command : graphrun::kCommands) add_command(cli);
  try {
    cli.parse(argc, argv);  // runs the command
  } catch (const CLI::ParseError& problem) {
    const bool is_answer = problem.get_exit_code() == 0;  // --help, --version
    cli.exit(problem);
    return static_cast<int>(is_answer ? ExitStatus::done : ExitStatus::usage);
  }
  return static_cast<int>(ExitStatus::done);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(argc, argv);
    graphrun::flush_output();
    return status;
  } catch (const graphrun::Error& error) {
    graphrun::print_error(error.what());
    return static_cast<int>(error.status());
  } catch (const std::bad_alloc&) {
    graphrun::print_error("out of memory");
    return static_cast<int>(ExitStatus::device);
  } catch (const std::exception& error) {
    graphrun::print_error(std::string("internal error: ") + error.what());
    return kInternalError;
  }
}
