#include "report/svg_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/bench_numbers.h"
#include "report/html_text.h"
#include "report/profile_tables.h"
#include "report/time_axis.h"
#include "runtime/profile.h"
#include "runtime/run_tracks.h"

namespace graphrun {
namespace {

constexpr double kTop = 26;  // above: the times
constexpr double kRowHeight = 28;
constexpr double kBarHeight = 20;
constexpr double kCharacter = 6.2;  // the width of one in a bar, and some more
constexpr std::size_t kColors = 8;
// A bar is some 200 bytes of the page.
constexpr std::size_t kMostBars = 12'000;

// One step, or several that lie too close together.
struct Bar {
  std::vector<StepId>::const_iterator first;
  std::vector<StepId>::const_iterator end;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;

  bool is_several() const { return end - first > 1; }
};

class Timeline {
 public:
  Timeline(const ProfiledRun& run, const PlaceLabels& labels)
      : run_(run),
        labels_(labels),
        axis_(run.record.wall_ns),
        tracks_(tracks_of(run.plan, run.record)) {}

  std::string svg() {
    double narrowest = 1;
    std::vector<std::vector<Bar>> rows = all_bars(narrowest);
    while (count(rows) > kMostBars) rows = all_bars(narrowest *= 2);

    const double bottom = kTop + kRowHeight * static_cast<double>(rows.size());
    std::string svg =
        fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="Timeline of the run">)",
                    TimeAxis::kWidth, coordinate(bottom + 6));
    svg += "\n" + axis_.grid(kTop, bottom);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const double y = kTop + kRowHeight * static_cast<double>(row) + (kRowHeight - kBarHeight) / 2;
      svg += fmt::format(
          R"(<text class="row" x="{}" y="{}">{}</text>)", TimeAxis::kLeft - 10, coordinate(y + 14),
          html_escaped(labels_.track(run_.plan, tracks_[row].lane, tracks_[row].thread)));
      svg += "\n";
      for (const Bar& bar : rows[row]) add_bar(svg, bar, y, narrowest);
    }
    return svg + "</svg>\n";
  }

 private:
  static std::size_t count(const std::vector<std::vector<Bar>>& rows) {
    std::size_t bars = 0;
    for (const auto& row : rows) bars += row.size();
    return bars;
  }

  std::vector<std::vector<Bar>> all_bars(double narrowest) const {
    std::vector<std::vector<Bar>> rows;
    for (const Track& track : tracks_) rows.push_back(bars(track, narrowest));
    return rows;
  }

  // A narrow step joins the narrow one before it where both fit in `narrowest` pixels.
  std::vector<Bar> bars(const Track& track, double narrowest) const {
    std::vector<Bar> bars;
    for (auto at = track.steps.begin(); at != track.steps.end(); ++at) {
      const StepTime& time = run_.record.steps[*at];
      if (!bars.empty() && axis_.x(time.end_ns) - axis_.x(bars.back().begin_ns) < narrowest) {
        bars.back().end = at + 1;
        bars.back().end_ns = time.end_ns;
      } else {
        bars.push_back({at, at + 1, time.begin_ns, time.end_ns});
      }
    }
    return bars;
  }

  void add_bar(std::string& svg, const Bar& bar, double y, double narrowest) const {
    const Step& step = run_.plan.steps[*bar.first];
    const double x = axis_.x(bar.begin_ns);
    const double width = std::max(axis_.x(bar.end_ns) - x, std::min(narrowest, 0.6));
    svg +=
        fmt::format(R"(<rect class="{}{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title>)"
                    "</rect>",
                    device_class(device_of_step(run_.placement, run_.plan, step)),
                    bar.is_several() ? " several"
                    : step.is_copy   ? " copy"
                                     : "",
                    coordinate(x), coordinate(y), coordinate(std::max(width, 0.1)), kBarHeight,
                    html_escaped(description(bar)));
    // A label of fewer than three characters says nothing.
    const auto characters = static_cast<std::size_t>(std::max(0.0, width - 6) / kCharacter);
    if (!bar.is_several() && characters >= 3) {
      svg += fmt::format(R"(<text class="bar" x="{}" y="{}">{}</text>)", coordinate(x + 4),
                         coordinate(y + 14),
                         html_escaped(label(step_name(run_, labels_, step), characters)));
    }
    svg += "\n";
  }

  // Of a name that does not fit, the part behind its scopes says more.
  static std::string label(const std::string& name, std::size_t characters) {
    const std::size_t scopes = name.find_last_of('/', name.find(' '));
    const bool fits = name.size() <= characters || scopes == std::string::npos;
    return shortened(fits ? name : name.substr(scopes + 1), characters);
  }

  std::string description(const Bar& bar) const {
    const Step& first = run_.plan.steps[*bar.first];
    if (!bar.is_several()) {
      return fmt::format("{} ({}), {}", step_name(run_, labels_, first),
                         first.is_copy ? "copy" : run_.graph.node(first.node).op->name,
                         time_text(static_cast<double>(bar.end_ns - bar.begin_ns)));
    }
    return fmt::format("{} steps in {}, from {} to {}", bar.end - bar.first,
                       time_text(static_cast<double>(bar.end_ns - bar.begin_ns)),
                       step_name(run_, labels_, first),
                       step_name(run_, labels_, run_.plan.steps[*(bar.end - 1)]));
  }

  const ProfiledRun& run_;
  const PlaceLabels& labels_;
  TimeAxis axis_;
  std::vector<Track> tracks_;
};

}  // namespace

std::string svg_timeline(const ProfiledRun& run, const PlaceLabels& labels) {
  return Timeline(run, labels).svg();
}

std::string device_class(DeviceIndex device) { return fmt::format("d{}", device % kColors); }

}  // namespace graphrun
