#include "app/sweep_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "app/assignment.h"
#include "base/error.h"

namespace graphrun {
namespace {

// More rows than anyone reads; a range that was meant otherwise should not run for days.
constexpr std::size_t kMostCombinations = 10'000;

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// "1..10"; nullopt: it is no range.
std::optional<std::pair<std::int64_t, std::int64_t>> range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto first = integer(text.substr(0, dots));
  const auto last = integer(text.substr(dots + 2));
  if (!first || !last) return std::nullopt;
  return std::pair(*first, *last);
}

}  // namespace

Sweep parse_sweep(const std::string& text) {
  const Assignment assignment = split_assignment("--sweep", text);
  const auto fail = [&](const std::string& what) {
    throw Error(ExitStatus::usage, fmt::format("--sweep {}: {}", text, what));
  };
  Sweep sweep{.name = assignment.name, .values = {}};
  if (const auto ends = range(assignment.value)) {
    const auto [first, last] = *ends;
    if (first > last) fail("the range ends before it begins");
    // In unsigned arithmetic the difference of any two integers is right.
    if (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) >= kMostCombinations) {
      fail(fmt::format("expected {} values at most", kMostCombinations));
    }
    for (std::int64_t value = first; value <= last; ++value) {
      sweep.values.push_back(std::to_string(value));
    }
    return sweep;
  }
  sweep.values = split_at_commas(assignment.value);
  for (const std::string& value : sweep.values) {
    if (value.empty()) fail("expected values such as 512,1024 or 1..10, and none of them empty");
  }
  return sweep;
}

std::vector<std::vector<BenchParameter>> combinations(std::span<const Sweep> sweeps) {
  std::vector<std::vector<BenchParameter>> all(1);
  for (const Sweep& sweep : sweeps) {
    if (all.size() * sweep.values.size() > kMostCombinations) {
      throw Error(ExitStatus::usage,
                  fmt::format("--sweep: expected {} combinations at most", kMostCombinations));
    }
    std::vector<std::vector<BenchParameter>> longer;
    for (const std::vector<BenchParameter>& combination : all) {
      for (const std::string& value : sweep.values) {
        longer.push_back(combination);
        longer.back().push_back({sweep.name, value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

void SweepOption::add_to(CLI::App& command) {
  command
      .add_option("--sweep", texts,
                  "A row for each value of a parameter, for every combination of several: "
                  "size=512,1024 or n=1..10")
      ->type_name("K=V,...")
      ->group("Measuring")
      ->allow_extra_args(false);
}

std::vector<Sweep> SweepOption::sweeps() const {
  std::vector<Sweep> sweeps;
  for (const std::string& text : texts) {
    Sweep sweep = parse_sweep(text);
    if (std::ranges::find(sweeps, sweep.name, &Sweep::name) != sweeps.end()) {
      throw Error(ExitStatus::usage,
                  fmt::format("--sweep {}: '{}' is swept already", text, sweep.name));
    }
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

}  // namespace graphrun
