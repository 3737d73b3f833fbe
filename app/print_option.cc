#include "app/print_option.h"

#include <CLI/CLI.hpp>

namespace graphrun {

void PrintOption::add_to(CLI::App& command) {
  command.add_option("--style", style_name, "How mappings, placement lines and arrays are written")
      ->type_name("STYLE")
      ->check(CLI::IsMember({"guide", "guide-full", "tf", "tf-0.12"}));
  command.add_option("--format", format, "text or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace graphrun
