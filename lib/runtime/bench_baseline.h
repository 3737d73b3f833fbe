// What is kept of a benchmark so that a later one can be compared with it.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/bench_result.h"

namespace graphrun {

// "size=512 n=10"; empty where nothing is swept.
std::string case_name(std::span<const BenchParameter> parameters);

struct BenchBaseline {
  struct Case {
    std::vector<BenchParameter> parameters;
    std::vector<double> round_ns;  // base/regression.h
  };

  std::string file;  // for messages
  std::string graph;
  std::vector<std::string> devices;  // in full; a simulated one says so
  int intra_op_threads = 0;
  int inter_op_threads = 0;
  std::vector<Case> cases;

  // Throws Error(usage) where there is no case with these parameters.
  const Case& find(std::span<const BenchParameter> parameters) const;
  // Throws Error(usage) where `result` is of another graph, or of other devices or threads: times
  // that no build could be blamed for.
  void require_same_setting(const BenchResult& result) const;
};

// With the file left empty.
BenchBaseline baseline_of(const BenchResult& result);

}  // namespace graphrun
