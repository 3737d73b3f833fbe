// The defaults of the program's flags that a graph file may give, under ConfigProto's own names.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/evaluator.h"

namespace graphrun {

struct Config {
  std::optional<bool> allow_soft_placement;
  std::optional<bool> log_device_placement;
  std::optional<int> intra_op_parallelism_threads;  // 0: as many as there are cores
  std::optional<int> inter_op_parallelism_threads;
  std::optional<bool> allow_growth;
  std::optional<double> per_process_gpu_memory_fraction;
  std::optional<std::string> visible_device_list;
  // For each visible GPU the memory limits, in MiB, of the logical ones it is split into.
  std::vector<std::vector<double>> virtual_devices;
};

// Complains of what is wrong and returns the rest.
Config read_config(Evaluator& evaluator, ValueId config);

}  // namespace graphrun
