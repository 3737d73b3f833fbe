#include "app/logging.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <map>

#include "app/output.h"
#include "base/error.h"

namespace graphrun {

void LoggingOption::add_to(CLI::App& command) {
  command.add_flag("-v,--verbose", verbosity, "Say what is done; twice: in detail");
  command.add_flag("-q,--quiet", quiet, "Say nothing but errors");
  command.add_option("--log-file", file, "Write the log to this file too, in detail")
      ->type_name("FILE");
  command.add_option("--color", color, "Colour of errors")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

void LoggingOption::apply() const {
  set_color(color == "always" ? Color::always : color == "never" ? Color::never : Color::automatic);
  const auto console = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  console->set_level(quiet           ? spdlog::level::err
                     : verbosity > 1 ? spdlog::level::debug
                     : verbosity > 0 ? spdlog::level::info
                                     : spdlog::level::warn);
  console->set_pattern("%l: %v");
  std::vector<spdlog::sink_ptr> sinks = {console};
  if (!file.empty()) {
    try {
      const auto log = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
      log->set_level(spdlog::level::debug);
      sinks.push_back(log);
    } catch (const spdlog::spdlog_ex& problem) {
      throw Error(ExitStatus::file, std::string("cannot write the log: ") + problem.what());
    }
  }
  const auto logger = std::make_shared<spdlog::logger>("graphrun", sinks.begin(), sinks.end());
  logger->set_level(spdlog::level::debug);
  spdlog::set_default_logger(logger);
}

}  // namespace graphrun
