#include "report/profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/bench_numbers.h"
#include "report/profile_tables.h"

namespace graphrun {

std::string profile_text(const ProfiledRun& run, const Profile& profile, std::size_t top) {
  const PlaceLabels labels(run.devices);
  std::string text =
      fmt::format("{}: {} of wall time, {} of work in {} steps\n", run.name,
                  time_text(static_cast<double>(profile.wall_ns)),
                  time_text(static_cast<double>(profile.work_ns)), profile.steps.size());
  text += simulation_note(labels, profile);
  for (const ProfileTable& part : profile_tables(run, labels, profile, top)) {
    text += "\n" + table_text(part.table, TableStyle::text);
    if (part.left_out > 0) text += fmt::format("... and {} more\n", part.left_out);
  }
  return text;
}

}  // namespace graphrun
