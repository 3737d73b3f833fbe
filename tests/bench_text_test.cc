#include "report/bench_text.h"

#include "bench_fixture.h"
#include "catch.h"
#include "places.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

TEST_CASE("a benchmark as text") {
  CHECK(bench_text(bench_fixture::made_result(), TableStyle::text) ==
        content_of(in_project("tests/bench/made.txt")));
}

TEST_CASE("a benchmark as Markdown") {
  CHECK(bench_text(bench_fixture::made_result(), TableStyle::markdown) ==
        content_of(in_project("tests/bench/made.md")));
}

TEST_CASE("without simulated devices nothing is said of them") {
  BenchResult result = bench_fixture::made_result();
  result.devices.pop_back();
  const std::string text = bench_text(result, TableStyle::text);
  CHECK(text.find("Simulated devices") == std::string::npos);
}

TEST_CASE("of a GPU no part of the processor's peak is given") {
  BenchResult result = bench_fixture::made_result();
  result.cases.resize(1);
  CHECK(bench_text(result, TableStyle::text).find("40.1 %") != std::string::npos);
  result.cases.front().uses_gpus = true;
  judge(result.cases.front(), result.peak);
  CHECK(bench_text(result, TableStyle::text).find("40.1 %") == std::string::npos);
}

}  // namespace
}  // namespace graphrun
