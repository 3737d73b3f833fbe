#include "app/print_option.h"

#include <CLI/CLI.hpp>

namespace graphrun {

void PrintOption::add_to(CLI::App& command) {
  command.add_option("--style", style_name, "How mappings, placement lines and arrays are written")
      ->type_name("STYLE")
      ->check(CLI::IsMember({"guide", "guide-full", "tf", "tf-0.12"}));
  command
      .add_option("--arrays", arrays, "Print arrays as numpy 1.13 (legacy) or 1.17 (modern) did")
      ->type_name("ERA")
      ->check(CLI::IsMember({"legacy", "modern"}));
  command.add_option("--format", format, "text or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
}

NumpyEra PrintOption::numpy_era() const {
  if (arrays.empty()) return graphrun::numpy_era(style());
  return arrays == "modern" ? NumpyEra::modern : NumpyEra::legacy;
}

}  // namespace graphrun
