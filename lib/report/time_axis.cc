#include "report/time_axis.h"

#include <fmt/format.h>

#include "report/bench_numbers.h"

namespace graphrun {

std::vector<std::int64_t> round_steps(std::int64_t most) {
  std::int64_t apart = 1;
  for (int i = 0; most / apart > 8; ++i) apart = i % 3 == 1 ? apart / 2 * 5 : apart * 2;
  std::vector<std::int64_t> steps;
  for (std::int64_t at = 0; at <= most; at += apart) steps.push_back(at);
  return steps;
}

std::string coordinate(double pixels) {
  std::string text = fmt::format("{:.1f}", pixels);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string TimeAxis::grid(double top, double bottom) const {
  std::string svg;
  for (const std::int64_t ns : round_steps(wall_ns_)) {
    const std::string at = coordinate(x(ns));
    svg += fmt::format(R"(<path class="grid" d="M{} {}V{}"/>)", at, coordinate(top),
                       coordinate(bottom));
    svg += fmt::format(R"(<text class="tick" x="{}" y="{}">{}</text>)", at, coordinate(top - 6),
                       ns == 0 ? "0" : time_text(static_cast<double>(ns)));
  }
  return svg + "\n";
}

}  // namespace graphrun
