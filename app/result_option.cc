#include "app/result_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/assignment.h"
#include "base/error.h"
#include "files/array_file.h"
#include "files/npy_file.h"
#include "files/npz_file.h"
#include "report/tensor_difference.h"

namespace graphrun {
namespace {

const HostTensor& result_of(const std::string& name, std::span<const Fetch> fetches,
                            std::span<const HostTensor> results) {
  const auto found = std::ranges::find(fetches, name, &Fetch::name);
  return results[static_cast<std::size_t>(found - fetches.begin())];
}

// "a.npz:key" as a file and a key.
std::pair<std::string, std::string> file_and_key(const std::string& text) {
  const std::size_t npz = text.find(".npz:");
  if (npz == std::string::npos) return {text, ""};
  return {text.substr(0, npz + 4), text.substr(npz + 5)};
}

}  // namespace

void ResultOption::add_to(CLI::App& command) {
  const CLI::Validator not_negative(
      [](const std::string& text) {
        double number = 0;
        const bool is_good = CLI::detail::lexical_cast(text, number) && number >= 0;
        return is_good ? std::string() : "expected a number, 0 or more, got " + text;
      },
      "");
  command.add_option("--save", saves, "Keep a result: name=file.npy")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  command
      .add_option("--compare", comparisons,
                  "Check a result against name=file.npy; exit 1 when it differs")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  command.add_option("--rtol", relative_tolerance, "Relative tolerance of --compare")
      ->type_name("R")
      ->check(not_negative);
  command.add_option("--atol", absolute_tolerance, "Absolute tolerance of --compare")
      ->type_name("A")
      ->check(not_negative);
}

std::vector<Fetch> ResultOption::with_extra_fetches(const Model& model) const {
  std::vector<Fetch> fetches = model.fetches;
  const auto add = [&](const std::string& option, const std::string& text) {
    const std::string name = split_assignment(option, text).name;
    const std::string said_by = option + " " + name;
    const std::vector<Fetch> found = find_named(model, said_by, name);
    if (found.size() != 1) {
      throw Error(ExitStatus::usage, fmt::format("{}: expected one tensor, but '{}' stands for {}",
                                                 said_by, name, found.size()));
    }
    if (!found.front().has_value) {
      throw Error(ExitStatus::usage, fmt::format("{}: '{}' has no value", said_by, name));
    }
    if (std::ranges::find(fetches, name, &Fetch::name) != fetches.end()) return;
    fetches.push_back(found.front());
  };
  for (const std::string& text : saves) add("--save", text);
  for (const std::string& text : comparisons) add("--compare", text);
  return fetches;
}

void ResultOption::save_and_compare(std::span<const Fetch> fetches,
                                    std::span<const HostTensor> results) const {
  for (const std::string& text : saves) {
    const Assignment save = split_assignment("--save", text);
    const HostTensor& result = result_of(save.name, fetches, results);
    const auto [file, key] = file_and_key(save.value);
    if (is_npz(file)) {
      const NamedArray array{key.empty() ? save.name : key, result};
      write_npz(file, std::span(&array, 1));
    } else {
      write_npy(file, result);
    }
  }
  std::string differences;
  for (const std::string& text : comparisons) {
    const Assignment comparison = split_assignment("--compare", text);
    const auto [file, key] = file_and_key(comparison.value);
    const std::string difference =
        tensor_difference(result_of(comparison.name, fetches, results), read_array(file, key),
                          {.relative = relative_tolerance, .absolute = absolute_tolerance});
    if (difference.empty()) continue;
    differences += fmt::format("{}'{}' is not as in {}: {}", differences.empty() ? "" : "\n",
                               comparison.name, comparison.value, difference);
  }
  if (!differences.empty()) throw Error(ExitStatus::mismatch, differences);
}

}  // namespace graphrun
