// What a benchmark found out: values, which others print.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/device_info.h"
#include "base/phase_time.h"
#include "base/regression.h"
#include "base/sample_statistics.h"
#include "runtime/regression_trial.h"
#include "runtime/run_breakdown.h"
#include "runtime/run_work.h"

namespace graphrun {

// The most that this machine's processor was seen to do, with as many threads as a node may use.
struct ProcessorPeak {
  double operations_per_second = 0;  // of float32 products
  double bytes_per_second = 0;       // read and written, by a copy within memory
};

// What keeps a run from being faster.
enum class Bound : std::uint8_t {
  launch,    // starting nodes and handing them over takes longer than what they do
  transfer,  // copies that nothing is computed beside
  compute,   // arithmetic
  memory,    // reading and writing it
  work,      // arithmetic or memory: which is not known without the machine's peak
};

// A reason not to trust the figures.
enum class Caution : std::uint8_t {
  few_runs,       // too few for the high percentiles
  unstable,       // the times vary much
  slow_start,     // the first of the runs were slower: not warm yet
  drift,          // later runs took longer or less than earlier ones
  short_runs,     // near what a clock can tell
  unknown_work,   // GFLOP/s and GB/s are lower bounds
  busy_machine,   // other programs had the processors for a good part of the time
  busy_recorder,  // recorded runs took much longer: the breakdown is of another run
};

struct DevicePeakMemory {
  DeviceName device;
  bool is_simulated = false;
  std::uint64_t bytes = 0;
};

struct BenchParameter {
  std::string name;
  std::string value;

  friend bool operator==(const BenchParameter&, const BenchParameter&) = default;
};

// A case beside the same one of an earlier benchmark.
struct BaselineComparison {
  Slowdown slowdown;
  std::optional<double> threshold;  // nullopt: nothing is asked of it
  Verdict verdict = Verdict::no_regression;
};

// One combination of a sweep's values; the only one where nothing is swept.
// Products of matrices that `--reassociate` found in chains of powers: as the file has them, and as
// they are computed.
struct ReassociatedProducts {
  std::size_t written = 0;
  std::size_t run = 0;
};

struct BenchCase {
  std::vector<BenchParameter> parameters;  // of the sweep, in its order
  PhaseTimes phases;
  std::vector<double> run_ns;   // each timed run, in order
  SampleStatistics statistics;  // of run_ns
  RunBreakdown recorded;        // of the median one of some runs that were recorded
  RunWork work;                 // that was done: after the passes
  std::optional<ReassociatedProducts> products;
  std::vector<CopyRoute> copies;
  std::vector<DevicePeakMemory> memory;  // since the devices were opened
  std::optional<double> part_of_others;  // of the processors' time; nullopt: not known
  bool uses_gpus = false;                // a node is computed on a GPU that is not simulated
  Bound bound = Bound::work;
  std::vector<Caution> cautions;
  std::optional<BaselineComparison> comparison;

  double operations_per_second() const { return work.operations / statistics.median * 1e9; }
  double bytes_per_second() const { return work.bytes / statistics.median * 1e9; }
};

struct BenchResult {
  std::string graph;
  std::vector<DeviceInfo> devices;
  int intra_op_threads = 0;
  int inter_op_threads = 0;
  std::optional<ProcessorPeak> peak;
  std::vector<BenchCase> cases;
};

}  // namespace graphrun
