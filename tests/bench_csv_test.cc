#include "report/bench_csv.h"

#include "bench_fixture.h"
#include "catch.h"
#include "places.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

TEST_CASE("a benchmark as comma-separated values") {
  CHECK(bench_csv(bench_fixture::made_result()) == content_of(in_project("tests/bench/made.csv")));
}

}  // namespace
}  // namespace graphrun
