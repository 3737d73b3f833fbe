// A run as one page of HTML that needs nothing but itself: no network, no script. Figures, the
// timeline, the memory curves and the profile's tables; readable in light and dark.

#pragma once

#include <cstddef>

#include "report/profiled_run.h"
#include "report/text_sink.h"
#include "runtime/profile.h"

namespace graphrun {

// Tables have `top` rows at most. The page stays below some MB, however large the graph.
void write_report_page(const ProfiledRun& run, const Profile& profile, std::size_t top,
                       const TextSink& write);

}  // namespace graphrun
