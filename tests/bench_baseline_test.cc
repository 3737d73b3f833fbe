#include "runtime/bench_baseline.h"

#include <string>

#include "bench_fixture.h"
#include "catch.h"
#include "report/bench_baseline_json.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;

BenchBaseline kept() {
  const BenchResult result = bench_fixture::made_result();
  return parse_bench_baseline("base.json", bench_baseline_json(baseline_of(result)));
}

TEST_CASE("a baseline that was written is read as it was") {
  const BenchResult result = bench_fixture::made_result();
  const BenchBaseline baseline = kept();
  CHECK(baseline.graph == "made");
  CHECK(baseline.devices ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0",
                                 "/job:localhost/replica:0/task:0/device:GPU:0 (simulated)"});
  CHECK(baseline.intra_op_threads == 4);
  CHECK(baseline.inter_op_threads == 2);
  REQUIRE(baseline.cases.size() == 2);
  for (const BenchCase& measured : result.cases) {
    CHECK(baseline.find(measured.parameters).round_ns == round_medians(measured.run_ns));
  }
}

TEST_CASE("a case is found by all of its parameters") {
  const std::vector<BenchParameter> parameters = {{"size", "2048"}, {"kind", "a"}};
  CHECK(error_of([&] { kept().find(parameters); }) ==
        "2: base.json: there is no row for size=2048 kind=a; the baseline has size=512 kind=a|b, "
        "size=1024 kind=a,b");
  CHECK(error_of([] { kept().find({}); }) ==
        "2: base.json: there is no row without a sweep; the baseline has size=512 kind=a|b, "
        "size=1024 kind=a,b");
}

TEST_CASE("a baseline without a sweep says so") {
  BenchResult result = bench_fixture::made_result();
  result.cases.resize(1);
  result.cases.front().parameters.clear();
  BenchBaseline baseline = baseline_of(result);
  baseline.file = "base.json";
  CHECK(baseline.find({}).round_ns.size() == 10);
  const std::vector<BenchParameter> parameters = {{"n", "1"}};
  CHECK(error_of([&] { baseline.find(parameters); }) ==
        "2: base.json: there is no row for n=1; the baseline has one without a sweep");
}

TEST_CASE("a baseline is compared with the same graph, devices and threads alone") {
  const BenchBaseline baseline = kept();
  BenchResult result = bench_fixture::made_result();
  baseline.require_same_setting(result);
  result.intra_op_threads = 1;
  CHECK(error_of([&] { baseline.require_same_setting(result); }) ==
        "2: base.json: the baseline is of 4 threads a node and 2 nodes side by side, and this is 1 "
        "threads a node and 2 nodes side by side; --save-baseline makes a new one");
  result.devices.pop_back();
  CHECK(error_of([&] { baseline.require_same_setting(result); })
            .starts_with("2: base.json: the baseline is of /job:localhost/replica:0/task:0/device:"
                         "CPU:0, /job:localhost"));
  result.graph = "other";
  CHECK(error_of([&] { baseline.require_same_setting(result); }) ==
        "2: base.json: the baseline is of graph made, and this is graph other; --save-baseline "
        "makes a new one");
}

TEST_CASE("a file that is no baseline is refused") {
  const auto error = [](const std::string& text) {
    return error_of([&] { parse_bench_baseline("b.json", text); });
  };
  CHECK(error("").starts_with("5: b.json: not a baseline of graphrun bench --save-baseline ("));
  CHECK(error("{}").starts_with("5: b.json: not a baseline of graphrun bench --save-baseline ("));
  CHECK(error("[]").starts_with("5: b.json: not a baseline of graphrun bench --save-baseline ("));
  CHECK(error(R"({"format": "other"})") ==
        "5: b.json: expected the format 'graphrun bench baseline 1'");
  const std::string good = bench_baseline_json(baseline_of(bench_fixture::made_result()));
  for (const char* times : {"[]", "[0]", "[-1]", "[1e999]", "1", "[\"a\"]"}) {
    std::string bad = good;
    const std::size_t from = bad.find("[", bad.find("round_ns"));
    bad.replace(from, bad.find(']', from) + 1 - from, times);
    CHECK(error(bad).starts_with("5: b.json: "));
  }
}

TEST_CASE("a case is named by its parameters") {
  const std::vector<BenchParameter> parameters = {{"n", "1"}, {"size", "512"}};
  CHECK(case_name(parameters) == "n=1 size=512");
  CHECK(case_name({}).empty());
}

}  // namespace
}  // namespace graphrun
