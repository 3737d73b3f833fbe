// Where the time of a run went, as tables: `run --profile`.

#pragma once

#include <cstddef>
#include <string>

#include "report/profiled_run.h"
#include "runtime/profile.h"

namespace graphrun {

// Threads and queues with their busy and idle time, then the `top` longest nodes, ops and scopes,
// and all devices. Ends with a newline.
std::string profile_text(const ProfiledRun& run, const Profile& profile, std::size_t top);

}  // namespace graphrun
