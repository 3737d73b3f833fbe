#include "report/bench_baseline_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace graphrun {
namespace {

using Json = nlohmann::ordered_json;

// Says what the file is, and whether this program knows how to read it.
constexpr const char* kFormat = "graphrun bench baseline 1";

BenchBaseline::Case case_of(const Json& json) {
  BenchBaseline::Case result;
  for (const auto& [name, value] : json.at("parameters").items()) {
    result.parameters.push_back({name, value.get<std::string>()});
  }
  json.at("round_ns").get_to(result.round_ns);
  const bool is_good =
      !result.round_ns.empty() &&
      std::ranges::all_of(result.round_ns, [](double ns) { return std::isfinite(ns) && ns > 0; });
  if (!is_good) throw Error(ExitStatus::file, "expected times above 0 in 'round_ns'");
  return result;
}

BenchBaseline baseline_of_json(const Json& json) {
  if (json.at("format") != kFormat) {
    throw Error(ExitStatus::file, fmt::format("expected the format '{}'", kFormat));
  }
  BenchBaseline baseline;
  json.at("graph").get_to(baseline.graph);
  json.at("devices").get_to(baseline.devices);
  json.at("intra_op_threads").get_to(baseline.intra_op_threads);
  json.at("inter_op_threads").get_to(baseline.inter_op_threads);
  for (const Json& one : json.at("cases")) baseline.cases.push_back(case_of(one));
  return baseline;
}

}  // namespace

std::string bench_baseline_json(const BenchBaseline& baseline) {
  Json cases = Json::array();
  for (const BenchBaseline::Case& one : baseline.cases) {
    Json parameters = Json::object();
    for (const BenchParameter& parameter : one.parameters) {
      parameters[parameter.name] = parameter.value;
    }
    cases.push_back({{"parameters", parameters}, {"round_ns", one.round_ns}});
  }
  const Json json = {{"format", kFormat},
                     {"graph", baseline.graph},
                     {"devices", baseline.devices},
                     {"intra_op_threads", baseline.intra_op_threads},
                     {"inter_op_threads", baseline.inter_op_threads},
                     {"cases", cases}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

BenchBaseline parse_bench_baseline(const std::string& file, const std::string& text) {
  try {
    BenchBaseline baseline = baseline_of_json(Json::parse(text));
    baseline.file = file;
    return baseline;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(ExitStatus::file,
                fmt::format("{}: not a baseline of graphrun bench --save-baseline ({})", file,
                            problem.what()));
  } catch (const Error& error) {
    throw Error(error.status(), fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace graphrun
