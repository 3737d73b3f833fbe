#include "report/bench_words.h"

#include <limits>

#include "bench_fixture.h"
#include "catch.h"

namespace graphrun {
namespace {

using bench_fixture::made_case;

std::vector<std::string> sentences(BenchCase measured) {
  BenchResult result;
  result.cases.push_back(std::move(measured));
  return bench_sentences(result);
}

TEST_CASE("a sentence says what bounds a run") {
  BenchCase measured = made_case({}, 1);
  measured.bound = Bound::launch;
  CHECK(sentences(measured).front() ==
        "bound by launching: 10.5 % of a run goes into starting nodes and handing them over");
  measured.bound = Bound::transfer;
  CHECK(sentences(measured).front() ==
        "bound by transfers: for 15.0 % of a run tensors are copied between memories and nothing "
        "is computed");
  measured.bound = Bound::work;
  CHECK(sentences(measured).front() ==
        "bound by the nodes' own work: 75.0 % of a run; --peak tells whether arithmetic or memory "
        "is what takes the time");
}

TEST_CASE("every caution is a sentence and a word") {
  BenchCase measured = made_case({{"n", "3"}}, 1);
  judge(measured, std::nullopt);
  measured.cautions = {Caution::few_runs,     Caution::unstable,     Caution::slow_start,
                       Caution::drift,        Caution::short_runs,   Caution::unknown_work,
                       Caution::busy_machine, Caution::busy_recorder};
  measured.work.unknown_nodes = 2;
  measured.work.unknown_ops = {"TopKV2", "Trace"};
  const auto all = sentences(measured);
  REQUIRE(all.size() == 1 + measured.cautions.size());
  CHECK(
      all[1] ==
      "n=3: few runs: 100 say little about the high percentiles; --runs or --min-time takes more");
  CHECK(all[6] ==
        "n=3: unknown work: GFLOP/s and GB/s leave out 2 of 7 nodes, whose work is not known "
        "before they run (TopKV2, Trace)");
  for (std::size_t i = 0; i < measured.cautions.size(); ++i) {
    const std::string word(to_string(measured.cautions[i]));
    CHECK(all[i + 1].starts_with("n=3: "));
    CHECK(word.find(' ') == std::string::npos);
  }
}

TEST_CASE("a comparison says by how much, and how sure that is") {
  BenchCase measured = made_case({}, 1);
  measured.comparison =
      BaselineComparison{.slowdown = {.part = -0.031, .noise = 0.01}, .threshold = {}};
  CHECK(sentences(measured).back() == "3.1 % faster than the baseline, with a noise of 1.0 %");
  measured.comparison->slowdown = {.part = 0.5, .noise = std::numeric_limits<double>::infinity()};
  measured.comparison->threshold = 0.05;
  CHECK(sentences(measured).back() ==
        "50.0 % slower than the baseline, with a noise of unknown size (too few runs)");
  measured.comparison->slowdown.noise = 0.1;
  measured.comparison->verdict = Verdict::undecided;
  CHECK(sentences(measured).back() ==
        "50.0 % slower than the baseline, with a noise of 10.0 %; whether that is a regression is "
        "left open, since other programs had the processors");
}

TEST_CASE("the program ends with every regression") {
  BenchResult result = bench_fixture::made_result();
  CHECK(regression_message(result, "base.json") ==
        "made size=1024 kind=a,b: 7.0 % slower than base.json: more than the 5.0 % allowed and the "
        "noise of 2.0 %");
  result.cases[0].comparison = result.cases[1].comparison;
  CHECK(regression_message(result, "base.json") ==
        "made size=512 kind=a|b: 7.0 % slower than base.json: more than the 5.0 % allowed and the "
        "noise of 2.0 %\n"
        "made size=1024 kind=a,b: 7.0 % slower than base.json: more than the 5.0 % allowed and the "
        "noise of 2.0 %");
  result.cases[0].comparison->verdict = Verdict::undecided;
  result.cases[1].comparison.reset();
  CHECK(regression_message(result, "base.json").empty());
}

TEST_CASE("ends of copies are named as people name devices") {
  const std::vector<DeviceInfo> devices = bench_fixture::made_result().devices;
  CHECK(copy_end({DeviceName{}, true}, devices) == "host");
  CHECK(copy_end({DeviceName{.type = DeviceType::gpu}, false}, devices) == "/gpu:0 (simulated)");
  CHECK(copy_end({DeviceName{.type = DeviceType::gpu, .id = 1}, false}, devices) == "/gpu:1");
  CHECK(copy_end({DeviceName{.job = "worker", .task = 2}, true}, devices) ==
        "host of /job:worker/replica:0/task:2");
}

}  // namespace
}  // namespace graphrun
