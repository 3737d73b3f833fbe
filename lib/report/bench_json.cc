#include "report/bench_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/bench_words.h"

namespace graphrun {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json times(const SampleStatistics& statistics) {
  return {{"min", statistics.min},   {"median", statistics.median},
          {"mean", statistics.mean}, {"p90", statistics.p90},
          {"p95", statistics.p95},   {"p99", statistics.p99},
          {"max", statistics.max},   {"coefficient_of_variation", statistics.variation()}};
}

Json breakdown(const RunBreakdown& time) {
  const auto part = [&](std::int64_t ns) {
    return static_cast<double>(ns) / static_cast<double>(time.wall_ns);
  };
  return {{"host_to_device", part(time.host_to_device_ns)},
          {"compute", part(time.compute_ns)},
          {"device_to_host", part(time.device_to_host_ns)},
          {"device_to_device", part(time.device_to_device_ns)},
          {"copies_alone", part(time.exposed_copies_ns)},
          {"nothing_runs", part(time.idle_ns)},
          {"launch", part(time.launch_ns)}};
}

Json speed(const BenchCase& measured, const std::optional<ProcessorPeak>& peak) {
  Json speed = {{"flop_per_s", measured.operations_per_second()},
                {"bytes_per_s", measured.bytes_per_second()}};
  if (peak && !measured.uses_gpus) {
    speed["part_of_peak_flop_per_s"] =
        measured.operations_per_second() / peak->operations_per_second;
    speed["part_of_peak_bytes_per_s"] = measured.bytes_per_second() / peak->bytes_per_second;
  }
  return speed;
}

Json copies(const BenchCase& measured, const std::vector<DeviceInfo>& devices) {
  Json routes = Json::array();
  for (const CopyRoute& route : measured.copies) {
    routes.push_back({{"from", copy_end(route.from, devices)},
                      {"to", copy_end(route.to, devices)},
                      {"copies", route.copies},
                      {"unknown_copies", route.unknown_copies},
                      {"bytes", route.bytes}});
  }
  return routes;
}

Json memory(const BenchCase& measured) {
  Json peaks = Json::array();
  for (const DevicePeakMemory& peak : measured.memory) {
    peaks.push_back({{"device", to_string(peak.device)},
                     {"simulated", peak.is_simulated},
                     {"peak_bytes", peak.bytes}});
  }
  return peaks;
}

Json comparison(const BaselineComparison& compared) {
  return {{"slowdown", compared.slowdown.part},
          {"noise", number(compared.slowdown.noise)},
          {"threshold", compared.threshold ? Json(*compared.threshold) : Json(nullptr)},
          {"verdict", to_string(compared.verdict)}};
}

Json case_json(const BenchCase& measured, const BenchResult& result) {
  Json parameters = Json::object();
  for (const BenchParameter& parameter : measured.parameters) {
    parameters[parameter.name] = parameter.value;
  }
  Json phases = Json::array();
  for (const PhaseTime& time : measured.phases) {
    phases.push_back({{"phase", to_string(time.phase)}, {"ns", time.ns}});
  }
  Json cautions = Json::array();
  for (const Caution caution : measured.cautions) cautions.push_back(to_string(caution));
  Json json = {
      {"parameters", parameters},
      {"runs", measured.statistics.count},
      {"run_ns", times(measured.statistics)},
      {"phases", phases},
      {"parts_of_a_run", breakdown(measured.recorded)},
      {"work",
       {{"flop", measured.work.operations},
        {"bytes", measured.work.bytes},
        {"nodes", measured.work.nodes},
        {"unknown_nodes", measured.work.unknown_nodes},
        {"unknown_ops", measured.work.unknown_ops}}},
      {"speed", speed(measured, result.peak)},
      {"bound", to_string(measured.bound)},
      {"cautions", cautions},
      {"part_of_others", measured.part_of_others ? Json(*measured.part_of_others) : Json(nullptr)},
      {"memory", memory(measured)},
      {"copies", copies(measured, result.devices)}};
  if (measured.products) {
    json["products"] = {{"written", measured.products->written}, {"run", measured.products->run}};
  }
  if (measured.comparison) json["baseline"] = comparison(*measured.comparison);
  return json;
}

}  // namespace

std::string bench_json(const BenchResult& result) {
  Json devices = Json::array();
  for (const DeviceInfo& device : result.devices) {
    devices.push_back({{"name", to_string(device.name)}, {"simulated", device.is_simulated}});
  }
  Json peak = nullptr;
  if (result.peak) {
    peak = {{"flop_per_s", result.peak->operations_per_second},
            {"bytes_per_s", result.peak->bytes_per_second}};
  }
  Json cases = Json::array();
  for (const BenchCase& measured : result.cases) cases.push_back(case_json(measured, result));
  const Json json = {{"graph", result.graph},
                     {"devices", devices},
                     {"intra_op_threads", result.intra_op_threads},
                     {"inter_op_threads", result.inter_op_threads},
                     {"processor_peak", peak},
                     {"cases", cases}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphrun
