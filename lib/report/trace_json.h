// A run as a trace that Perfetto (ui.perfetto.dev) and chrome://tracing open: the JSON of the Trace
// Event Format.
//
//   - a process for each host and each GPU, a thread of it for each of its threads or queues
//   - a complete event ("X") for each step, under the file's own name of the node
//   - a flow ("s", "f") from the node that made a tensor to its copy, and from the copy to each
//     step that reads it
//   - a counter ("C") for each memory: the bytes in use when a step ends
//
// Times are in microseconds since the run began.

#pragma once

#include "report/profiled_run.h"
#include "report/text_sink.h"

namespace graphrun {

// An event a line, steps by the time when they began, in parts.
void write_trace_json(const ProfiledRun& run, const TextSink& write);

}  // namespace graphrun
