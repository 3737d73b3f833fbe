#include "report/bench_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace graphrun {

std::string short_number(double value) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value);
  const double magnitude = std::floor(std::log10(std::abs(value)));
  constexpr double kLeastWithoutExponent = -3;
  if (magnitude < kLeastWithoutExponent) return fmt::format("{:.2e}", value);
  const double last = std::pow(10.0, magnitude - 2);  // what the third digit counts
  const double rounded = std::round(value / last) * last;
  // 9.996 is 10.0, not 10.00.
  const int decimals = 2 - static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
  return fmt::format("{:.{}f}", rounded, std::max(0, decimals));
}

std::string amount_text(double value) {
  constexpr std::array<const char*, 6> kPrefixes = {"", "k", "M", "G", "T", "P"};
  std::size_t prefix = 0;
  // What rounds to the next prefix is written with it.
  while (value >= 999.5 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return short_number(value) + " " + kPrefixes[prefix];
}

std::string time_text(double ns) {
  struct Unit {
    double ns;
    const char* name;
  };
  constexpr std::array<Unit, 4> kUnits = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
  for (const Unit& unit : kUnits) {
    // What rounds to the next unit is written in it.
    if (ns >= 0.9995 * unit.ns || unit.ns == 1) {
      return short_number(ns / unit.ns) + " " + unit.name;
    }
  }
  return "";
}

std::string percent_text(double part) { return fmt::format("{:.1f} %", 100 * part); }

}  // namespace graphrun
