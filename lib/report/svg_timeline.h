// A run as a picture: a row for each thread of the host and each queue of a GPU, a bar for each
// step. Bars too narrow to be seen side by side become one, so that the picture of a run of a
// million steps is as small as that of a thousand.

#pragma once

#include <string>

#include "report/place_labels.h"
#include "report/profiled_run.h"

namespace graphrun {

// An <svg> element whose colours are classes: "d0" to "d7" by device, "copy", "several".
std::string svg_timeline(const ProfiledRun& run, const PlaceLabels& labels);

// Devices beyond the eighth begin anew.
std::string device_class(DeviceIndex device);

}  // namespace graphrun
