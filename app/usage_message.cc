#include "app/usage_message.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/closest_match.h"

namespace graphrun {
namespace {

// `names` own what they are compared as.
std::string suggestion(std::string_view text, const std::vector<std::string>& names) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string note = did_you_mean(text, known);
  return note.empty() ? "" : "; " + note;
}

std::string missing_command(const CLI::App& cli) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* command : cli.get_subcommands({})) {
    names.push_back(command->get_name());
    list += (list.empty() ? "" : ", ") + command->get_name();
  }
  const std::vector<std::string> rest = cli.remaining();
  if (rest.empty()) return "expected a command: " + list;
  const std::string& word = rest.front();
  if (word.starts_with('-')) return fmt::format("unknown option '{}' before a command", word);
  const std::string meant = suggestion(word, names);
  return fmt::format("there is no command '{}'{}", word,
                     meant.empty() ? "; there are " + list : meant);
}

// An option that is misspelt makes what follows it an argument too many: it is the fault.
std::string unexpected_argument(const CLI::App& cli) {
  if (!cli.remaining().empty()) {
    return fmt::format("'{}' must stand behind the command", cli.remaining().front());
  }
  const std::vector<std::string> rest = cli.remaining(true);
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  const auto option = std::ranges::find_if(rest, is_option);
  if (option == rest.end()) return fmt::format("unexpected argument '{}'", rest.front());
  std::vector<std::string> names;
  for (const CLI::App* command : cli.get_subcommands()) {
    for (const CLI::Option* known : command->get_options()) {
      for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
    }
  }
  return fmt::format("unknown option '{}'{}", *option, suggestion(*option, names));
}

}  // namespace

std::string usage_message(const CLI::App* cli, const CLI::Error& problem) {
  const auto chosen = cli->get_subcommands();
  const std::string command =
      chosen.empty() ? "graphrun" : "graphrun " + chosen.front()->get_name();
  std::string text = problem.what();
  if (chosen.empty()) {
    text = missing_command(*cli);
  } else if (dynamic_cast<const CLI::ExtrasError*>(&problem) != nullptr) {
    text = unexpected_argument(*cli);
  } else if (dynamic_cast<const CLI::ConversionError*>(&problem) != nullptr) {
    // "Could not convert: --steps = many"; all that is converted is a number.
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos) text = "expected a number" + text.substr(colon);
  }
  return fmt::format("{}\n{} --help tells more\n", text, command);
}

}  // namespace graphrun
