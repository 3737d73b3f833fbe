// A graph that is benchmarked with some parameters: read, placed, on devices of its own, measured.

#pragma once

#include <functional>
#include <vector>

#include "app/device_option.h"
#include "app/graph_option.h"
#include "app/pass_option.h"
#include "app/placed_model.h"
#include "app/session_option.h"
#include "runtime/bench_result.h"
#include "runtime/timed_runs.h"

namespace graphrun {

struct BenchSubjectOptions {
  GraphOption graph;
  DeviceOption devices;
  PlacementOption placement;
  PassOption passes;
  SessionOption session;
  bool is_compared = false;  // with a baseline: it is worth waiting to know of other programs
};

class BenchSubject {
 public:
  // Reads and places the graph and opens the devices; what the parameters say goes before --param.
  // Throws Error as `run` does.
  BenchSubject(const BenchSubjectOptions& options, std::vector<BenchParameter> parameters);

  const std::string& graph() const { return placed_.model.name; }
  const std::vector<DeviceInfo>& devices() const { return placed_.devices; }
  int inter_op_threads() const { return session_.inter_op_threads(); }

  // Once. Everything but bound and cautions. Throws Error as `run` does; Error(interrupted) between
  // two runs. `report` is as timed_runs has it.
  BenchCase measure(const RunBudget& budget, const std::function<void(double)>& report);

 private:
  const Program& program() const { return passed_.program; }
  RunBreakdown record_runs(double run_ns);
  std::vector<DevicePeakMemory> peak_memory() const;
  bool uses_gpus() const;

  std::vector<BenchParameter> parameters_;
  bool is_compared_;
  PlacedModel placed_;  // but for what the program has of it
  Devices open_devices_;
  PassedProgram passed_;
  Session session_;
};

}  // namespace graphrun
