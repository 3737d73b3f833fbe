// A benchmark that was made up, for those who print it: two cases on a CPU and a simulated GPU.

#pragma once

#include <vector>

#include "base/sample_statistics.h"
#include "runtime/bench_findings.h"
#include "runtime/bench_result.h"

namespace graphrun::bench_fixture {

inline constexpr ProcessorPeak kPeak{.operations_per_second = 200e9, .bytes_per_second = 20e9};

inline const DeviceName kCpu{};
inline const DeviceName kGpu{.type = DeviceType::gpu};

// 100 runs that take from 1.00 to 1.99 ms, times `scale`.
inline BenchCase made_case(std::vector<BenchParameter> parameters, double scale) {
  BenchCase measured{.parameters = std::move(parameters),
                     .phases = {{Phase::read, 310'000},
                                {Phase::expand, 120'000},
                                {Phase::place, 45'600},
                                {Phase::plan, 789},
                                {Phase::first_run, 2'000'000'000}}};
  for (int i = 0; i < 100; ++i) {
    measured.run_ns.push_back(scale * 1e6 * (1 + 0.01 * (i * 37 % 100)));
  }
  measured.recorded = {.wall_ns = 2'000'000,
                       .host_to_device_ns = 400'000,
                       .compute_ns = 1'500'000,
                       .device_to_host_ns = 100'000,
                       .exposed_copies_ns = 300'000,
                       .idle_ns = 200'000,
                       .launch_ns = 210'000};
  measured.work = {.operations = scale * 3e6, .bytes = scale * 12e6, .nodes = 7};
  measured.copies = {{.from = {kCpu, true}, .to = {kGpu, false}, .copies = 2, .bytes = 4096},
                     {.from = {kGpu, false}, .to = {kCpu, true}, .copies = 1, .unknown_copies = 1}};
  measured.memory = {{.device = kCpu, .bytes = 1 << 20},
                     {.device = kGpu, .is_simulated = true, .bytes = 3 << 20}};
  measured.part_of_others = 0.03;
  return measured;
}

inline BenchResult made_result() {
  BenchResult result{.graph = "made",
                     .devices = {{.name = kCpu}, {.name = kGpu, .is_simulated = true}},
                     .intra_op_threads = 4,
                     .inter_op_threads = 2,
                     .peak = kPeak,
                     .cases = {made_case({{"size", "512"}, {"kind", "a|b"}}, 1),
                               made_case({{"size", "1024"}, {"kind", "a,b"}}, 1000)}};
  BenchCase& second = result.cases[1];
  second.phases.insert(second.phases.begin() + 4, {Phase::feed, 12'345'678});
  second.products = ReassociatedProducts{.written = 18, .run = 8};
  second.work.unknown_nodes = 1;
  second.work.unknown_ops = {"RandomUniform"};
  second.comparison = BaselineComparison{
      .slowdown = {.part = 0.07, .noise = 0.02}, .threshold = 0.05, .verdict = Verdict::regression};
  for (BenchCase& measured : result.cases) judge(measured, result.peak);
  return result;
}

}  // namespace graphrun::bench_fixture
