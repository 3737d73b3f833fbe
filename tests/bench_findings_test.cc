#include "runtime/bench_findings.h"

#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

constexpr ProcessorPeak kPeak{.operations_per_second = 100e9, .bytes_per_second = 10e9};

BenchCase steady(double ns = 1e6, std::size_t runs = 100) {
  BenchCase measured;
  measured.run_ns.assign(runs, ns);
  measured.statistics = statistics_of(measured.run_ns);
  measured.recorded = {.wall_ns = 1'000'000, .compute_ns = 900'000, .launch_ns = 1'000};
  measured.work = {.operations = 1e6, .bytes = 1e6, .nodes = 3};
  return measured;
}

std::vector<Caution> cautions(const std::vector<double>& run_ns) {
  BenchCase measured = steady();
  measured.run_ns = run_ns;
  return cautions_of(measured);
}

TEST_CASE("whatever takes the most of a run bounds it") {
  BenchCase measured = steady();
  measured.recorded.launch_ns = 600'000;
  CHECK(bound_of(measured, kPeak) == Bound::launch);
  measured.recorded.launch_ns = 100'000;
  measured.recorded.exposed_copies_ns = 600'000;
  CHECK(bound_of(measured, kPeak) == Bound::transfer);
}

TEST_CASE("the nodes' work is bound by what would take longer at the peak") {
  BenchCase measured = steady();
  CHECK(bound_of(measured, kPeak) == Bound::memory);  // 10 against 100 µs
  measured.work.operations = 1e8;
  CHECK(bound_of(measured, kPeak) == Bound::compute);  // 1000 against 100 µs
}

TEST_CASE("what bounds the work is left open where the peak or the work is not known") {
  BenchCase measured = steady();
  CHECK(bound_of(measured, std::nullopt) == Bound::work);
  measured.uses_gpus = true;
  CHECK(bound_of(measured, kPeak) == Bound::work);
  measured.uses_gpus = false;
  measured.work.unknown_nodes = 1;
  CHECK(bound_of(measured, kPeak) == Bound::work);
}

TEST_CASE("steady runs, and enough of them, are trusted") { CHECK(cautions_of(steady()).empty()); }

TEST_CASE("few runs are not trusted") {
  CHECK(cautions_of(steady(1e6, 19)) == std::vector<Caution>{Caution::few_runs});
  CHECK(cautions_of(steady(1e6, 20)).empty());
}

TEST_CASE("runs that vary much are not trusted") {
  std::vector<double> runs;
  for (int i = 0; i < 100; ++i) runs.push_back(i % 2 == 0 ? 0.8e6 : 1.2e6);
  CHECK(cautions(runs) == std::vector<Caution>{Caution::unstable});
}

TEST_CASE("first runs that were slower are told") {
  std::vector<double> runs(100, 1e6);
  for (std::size_t i = 0; i < 10; ++i) runs[i] = 1.15e6;
  CHECK(cautions(runs) == std::vector<Caution>{Caution::slow_start});
}

TEST_CASE("a drift is told, whichever way it goes") {
  std::vector<double> runs(99, 1e6);
  for (std::size_t i = 66; i < 99; ++i) runs[i] = 1.15e6;
  CHECK(cautions(runs) == std::vector<Caution>{Caution::drift});
  for (std::size_t i = 66; i < 99; ++i) runs[i] = 0.88e6;
  CHECK(cautions(runs) == std::vector<Caution>{Caution::drift});
}

TEST_CASE("runs that are hardly longer than a look at the clock are told") {
  const BenchCase measured = steady(500);
  const auto found = cautions_of(measured);
  CHECK(found == std::vector<Caution>{Caution::short_runs, Caution::busy_recorder});
}

TEST_CASE("work that is not known is told") {
  BenchCase measured = steady();
  measured.work.unknown_nodes = 1;
  CHECK(cautions_of(measured) == std::vector<Caution>{Caution::unknown_work});
}

TEST_CASE("a recorded run that took longer than others is told") {
  BenchCase measured = steady();
  measured.recorded.wall_ns = 2'000'000;
  CHECK(cautions_of(measured) == std::vector<Caution>{Caution::busy_recorder});
}

TEST_CASE("a machine that others use is told") {
  BenchCase measured = steady();
  measured.part_of_others = 0.05;
  CHECK_FALSE(is_disturbed(measured));
  CHECK(cautions_of(measured).empty());
  measured.part_of_others = 0.5;
  CHECK(is_disturbed(measured));
  CHECK(cautions_of(measured) == std::vector<Caution>{Caution::busy_machine});
}

TEST_CASE("judging sets the figures, the bound and the cautions") {
  BenchCase measured = steady(2e6, 5);
  measured.statistics = {};
  judge(measured, kPeak);
  CHECK(measured.statistics.median == 2e6);
  CHECK(measured.bound == Bound::memory);
  CHECK(measured.cautions == std::vector<Caution>{Caution::few_runs});
}

}  // namespace
}  // namespace graphrun
