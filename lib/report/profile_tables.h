// A profile as tables of text, for the terminal and for the report page.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/place_labels.h"
#include "report/profiled_run.h"
#include "report/table.h"
#include "runtime/profile.h"

namespace graphrun {

struct ProfileTable {
  std::string title;
  Table table;               // the last column is a part of a whole
  std::size_t left_out = 0;  // rows beyond the first `top`
};

// Queues and threads, devices, nodes, ops, scopes (where there are any). The last three have `top`
// rows at most.
std::vector<ProfileTable> profile_tables(const ProfiledRun& run, const PlaceLabels& labels,
                                         const Profile& profile, std::size_t top);

// "MatMul_1", "MatMul_1 to /cpu:0": the second is a copy.
std::string step_name(const ProfiledRun& run, const PlaceLabels& labels, const Step& step);

// A line that says which of the devices at work are simulated; empty: none is.
std::string simulation_note(const PlaceLabels& labels, const Profile& profile);

}  // namespace graphrun
