#include "report/trace_json.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "catch.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using nlohmann::json;
using profile_fixture::Profiled;
using TrackId = std::pair<int, int>;  // process, thread

json trace_of(const Profiled& made) {
  std::string text;
  write_trace_json(made.run(), [&](std::string_view part) { text += part; });
  return json::parse(text);
}

std::vector<json> events(const json& trace, const std::string& phase) {
  std::vector<json> found;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

TrackId track(const json& event) { return {event["pid"], event["tid"]}; }

TEST_CASE("a trace has a process for each device and a thread for each of its queues") {
  std::map<std::string, std::string> names;  // "2 1" -> "compute"
  for (const json& event : events(trace_of(Profiled()), "M")) {
    if (event["name"] == "process_sort_index") continue;
    const std::string thread =
        event["name"] == "process_name" ? "" : " " + std::to_string(event["tid"].get<int>());
    names[std::to_string(event["pid"].get<int>()) + thread] = event["args"]["name"];
  }
  CHECK(names == std::map<std::string, std::string>{{"1", "/cpu:0"},
                                                    {"1 1", "thread 0"},
                                                    {"1 2", "thread 1"},
                                                    {"2", "/gpu:0 (simulated)"},
                                                    {"2 1", "compute"},
                                                    {"2 2", "copies in"},
                                                    {"2 3", "copies out"},
                                                    {"3", "/gpu:1 (simulated)"},
                                                    {"3 1", "compute"},
                                                    {"3 2", "copies in"},
                                                    {"3 3", "copies out"}});
}

TEST_CASE("a trace has every step, by the node's own name and at its time") {
  const Profiled made;
  const std::vector<json> steps = events(trace_of(made), "X");
  REQUIRE(steps.size() == made.plan.steps.size());
  std::multiset<std::string> names;
  double last = 0;
  for (const json& step : steps) {
    names.insert(step["name"]);
    CHECK(step["ts"] >= last);
    last = step["ts"];
  }
  CHECK(names == std::multiset<std::string>{"a", "tower_0/w", "copy a to /gpu:0",
                                            "tower_0/layer/MatMul", "tower_1/w", "copy a to /gpu:1",
                                            "tower_1/layer/MatMul",
                                            "copy tower_0/layer/MatMul to /cpu:0",
                                            "copy tower_1/layer/MatMul to /cpu:0", "sum"});
  const json& first = steps.front();
  CHECK(first["ts"] == 10.0);
  CHECK(first["dur"] == 1.0);
  CHECK(first["args"]["op"] == "Const");
  CHECK(first["args"]["at"] == "towers.yaml:2");
  CHECK(first["args"]["shape"] == "[2,2]");
  CHECK(first["args"]["bytes"] == 16);
}

TEST_CASE("arrows lead from the maker of a tensor to its copy, and from the copy to its readers") {
  const Profiled made;
  const json trace = trace_of(made);
  // Which step an arrow's end lies in.
  const auto step_at = [&](const json& end) {
    for (const json& step : events(trace, "X")) {
      const double begin = step["ts"];
      const double length = step["dur"];
      const double at = end["ts"];
      if (track(step) == track(end) && begin <= at && at <= begin + length) {
        return step["name"].get<std::string>();
      }
    }
    return std::string("nowhere");
  };
  std::map<int, std::string> starts;
  for (const json& start : events(trace, "s")) starts[start["id"]] = step_at(start);
  std::multiset<std::pair<std::string, std::string>> arrows;
  for (const json& end : events(trace, "f")) {
    CHECK(end["bp"] == "e");
    REQUIRE(starts.contains(end["id"].get<int>()));
    arrows.emplace(starts[end["id"]], step_at(end));
  }
  CHECK(arrows.size() == starts.size());
  CHECK(arrows == std::multiset<std::pair<std::string, std::string>>{
                      {"a", "copy a to /gpu:0"},
                      {"a", "copy a to /gpu:1"},
                      {"copy a to /gpu:0", "tower_0/layer/MatMul"},
                      {"copy a to /gpu:1", "tower_1/layer/MatMul"},
                      {"tower_0/layer/MatMul", "copy tower_0/layer/MatMul to /cpu:0"},
                      {"tower_1/layer/MatMul", "copy tower_1/layer/MatMul to /cpu:0"},
                      {"copy tower_0/layer/MatMul to /cpu:0", "sum"},
                      {"copy tower_1/layer/MatMul to /cpu:0", "sum"}});
}

TEST_CASE("what is fed has no maker, but its copy has readers") {
  const Profiled made(
      "nodes:\n"
      "  - {op: Placeholder, name: x, dtype: float32, shape: [null]}\n"
      "  - {op: Neg, name: y, inputs: [x], device: /gpu:0}\n"
      "feeds: {x: {value: [1, 2, 3]}}\n"
      "fetch: [y]\n",
      1);
  const json trace = trace_of(made);
  CHECK(events(trace, "s").size() == 2);  // to y, and from y to its copy
  for (const json& step : events(trace, "X")) {
    CHECK(step["args"]["shape"] == "[3]");  // known from the feed
    CHECK(step["args"]["bytes"] == 12);
  }
}

TEST_CASE("a trace counts the bytes in use of each memory") {
  const Profiled made;
  std::map<std::string, std::vector<std::size_t>> counters;
  for (const json& event : events(trace_of(made), "C")) {
    counters[event["name"]].push_back(event["args"]["bytes"]);
  }
  REQUIRE(counters.size() == 3);
  std::size_t samples = 0;
  for (const auto& [name, values] : counters) samples += values.size();
  CHECK(samples == made.plan.steps.size());
  CHECK(counters["/cpu:0 memory in use"].front() == 256);
}

TEST_CASE("a trace of a large graph is passed on in parts that make one document") {
  const Profiled made(
      "nodes:\n"
      "  - {op: Const, name: x, value: 1.0, as: y}\n"
      "  - repeat: 9000\n"
      "    nodes:\n"
      "      - {op: Neg, inputs: [y], as: y}\n"
      "  - {op: Neg, name: z, inputs: [y]}\n"
      "fetch: [z]\n",
      0);
  std::size_t parts = 0;
  std::string text;
  write_trace_json(made.run(), [&](std::string_view part) {
    ++parts;
    text += part;
  });
  CHECK(parts > 1);
  CHECK(events(json::parse(text), "X").size() == made.plan.steps.size());
}

}  // namespace
}  // namespace graphrun
