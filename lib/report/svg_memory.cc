#include "report/svg_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/human_bytes.h"
#include "report/html_text.h"
#include "report/svg_timeline.h"
#include "report/time_axis.h"
#include "runtime/run_tracks.h"

namespace graphrun {
namespace {

constexpr double kTop = 26;
constexpr double kHeight = 64;  // of one curve
constexpr double kGap = 18;     // below it

// Per pixel of the axis, the sample with the most and the last one.
std::vector<MemorySample> thinned(const std::vector<MemorySample>& samples, const TimeAxis& axis) {
  std::vector<MemorySample> kept;
  for (std::size_t i = 0; i < samples.size();) {
    const double pixel = std::floor(axis.x(samples[i].at_ns));
    std::size_t most = i;
    std::size_t end = i;
    for (; end < samples.size() && std::floor(axis.x(samples[end].at_ns)) == pixel; ++end) {
      if (samples[end].bytes > samples[most].bytes) most = end;
    }
    kept.push_back(samples[most]);
    if (most != end - 1) kept.push_back(samples[end - 1]);
    i = end;
  }
  return kept;
}

// Flat between samples; what was held before the first is not known.
std::string outline(const std::vector<MemorySample>& samples, const TimeAxis& axis, double bottom,
                    std::size_t peak) {
  std::string path =
      fmt::format("M{} {}", coordinate(axis.x(samples.front().at_ns)), coordinate(bottom));
  for (const MemorySample& sample : samples) {
    const double y =
        bottom - kHeight * static_cast<double>(sample.bytes) / static_cast<double>(peak);
    path += fmt::format("H{}V{}", coordinate(axis.x(sample.at_ns)), coordinate(y));
  }
  return path + fmt::format("H{}", coordinate(TimeAxis::kRight));
}

std::string curve_svg(const ProfiledRun& run, const PlaceLabels& labels, const TimeAxis& axis,
                      const MemoryCurve& curve, double top) {
  const Space& space = run.plan.spaces[curve.space];
  const auto highest = std::ranges::max_element(curve.samples, {}, &MemorySample::bytes);
  const double bottom = top + kHeight;
  const std::string line = outline(thinned(curve.samples, axis), axis, bottom, highest->bytes);
  const std::string color = device_class(labels.owner(space));
  std::string svg =
      fmt::format(R"(<text class="row" x="{}" y="{}">{}</text>)", TimeAxis::kLeft - 10,
                  coordinate(top + 14), html_escaped(labels.memory(space)));
  svg += fmt::format(R"(<text class="peak" x="{}" y="{}">peak {}</text>)", TimeAxis::kLeft - 10,
                     coordinate(top + 32), human_bytes(highest->bytes));
  svg += fmt::format(R"(<path class="{} area" d="{}V{}Z"/>)", color, line, coordinate(bottom));
  svg += fmt::format(R"(<path class="{} line" d="{}"/>)", color, line);
  svg += fmt::format(R"(<path class="base" d="M{} {}H{}"/>)", TimeAxis::kLeft, coordinate(bottom),
                     TimeAxis::kRight);
  return svg + "\n";
}

}  // namespace

std::string svg_memory(const ProfiledRun& run, const PlaceLabels& labels) {
  std::vector<MemoryCurve> curves = memory_curves(run.plan, run.record);
  std::erase_if(curves, [](const MemoryCurve& curve) {
    return std::ranges::all_of(curve.samples,
                               [](const MemorySample& sample) { return sample.bytes == 0; });
  });
  if (curves.empty()) return {};
  const TimeAxis axis(run.record.wall_ns);
  const double bottom = kTop + (kHeight + kGap) * static_cast<double>(curves.size());
  std::string svg =
      fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="Memory in use">)",
                  TimeAxis::kWidth, coordinate(bottom));
  svg += "\n" + axis.grid(kTop, bottom - kGap);
  double top = kTop;
  for (const MemoryCurve& curve : curves) {
    svg += curve_svg(run, labels, axis, curve, top);
    top += kHeight + kGap;
  }
  return svg + "</svg>\n";
}

}  // namespace graphrun
