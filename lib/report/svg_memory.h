// What each memory held while a run went on, as a picture: a curve for each, on the timeline's
// axis.

#pragma once

#include <string>

#include "report/place_labels.h"
#include "report/profiled_run.h"

namespace graphrun {

// An <svg> element whose colours are the timeline's classes; empty when no memory held anything.
// Of steps that share a pixel, the most that was held and what was held last are drawn.
std::string svg_memory(const ProfiledRun& run, const PlaceLabels& labels);

}  // namespace graphrun
