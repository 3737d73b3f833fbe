#include "runtime/bench_baseline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "base/regression.h"

namespace graphrun {
namespace {

std::vector<std::string> device_texts(const std::vector<DeviceInfo>& devices) {
  std::vector<std::string> texts;
  texts.reserve(devices.size());
  for (const DeviceInfo& device : devices) {
    texts.push_back(to_string(device.name) + (device.is_simulated ? " (simulated)" : "") +
                    (device.model.empty() ? "" : ", " + device.model));
  }
  return texts;
}

}  // namespace

std::string case_name(std::span<const BenchParameter> parameters) {
  std::string name;
  for (const BenchParameter& parameter : parameters) {
    name += (name.empty() ? "" : " ") + parameter.name + "=" + parameter.value;
  }
  return name;
}

const BenchBaseline::Case& BenchBaseline::find(std::span<const BenchParameter> parameters) const {
  const auto found = std::ranges::find_if(
      cases, [&](const Case& known) { return std::ranges::equal(known.parameters, parameters); });
  if (found != cases.end()) return *found;
  std::vector<std::string> names;
  names.reserve(cases.size());
  for (const Case& known : cases) names.push_back(case_name(known.parameters));
  const std::string wanted = case_name(parameters);
  throw Error(ExitStatus::usage, fmt::format("{}: there is no row {}; the baseline has {}", file,
                                             wanted.empty() ? "without a sweep" : "for " + wanted,
                                             names == std::vector<std::string>{""}
                                                 ? "one without a sweep"
                                                 : fmt::format("{}", fmt::join(names, ", "))));
}

void BenchBaseline::require_same_setting(const BenchResult& result) const {
  const auto require = [&](const std::string& before, const std::string& now) {
    if (before == now) return;
    throw Error(
        ExitStatus::usage,
        fmt::format("{}: the baseline is of {}, and this is {}; --save-baseline makes a new one",
                    file, before, now));
  };
  const auto threads = [](int intra, int inter) {
    return fmt::format("{} threads a node and {} nodes side by side", intra, inter);
  };
  require("graph " + graph, "graph " + result.graph);
  require(fmt::format("{}", fmt::join(devices, ", ")),
          fmt::format("{}", fmt::join(device_texts(result.devices), ", ")));
  require(threads(intra_op_threads, inter_op_threads),
          threads(result.intra_op_threads, result.inter_op_threads));
}

BenchBaseline baseline_of(const BenchResult& result) {
  BenchBaseline baseline{.file = {},
                         .graph = result.graph,
                         .devices = device_texts(result.devices),
                         .intra_op_threads = result.intra_op_threads,
                         .inter_op_threads = result.inter_op_threads,
                         .cases = {}};
  for (const BenchCase& measured : result.cases) {
    baseline.cases.push_back({measured.parameters, round_medians(measured.run_ns)});
  }
  return baseline;
}

}  // namespace graphrun
