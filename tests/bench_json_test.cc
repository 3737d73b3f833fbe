#include "report/bench_json.h"

#include "bench_fixture.h"
#include "catch.h"
#include "places.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

TEST_CASE("a benchmark as data") {
  CHECK(bench_json(bench_fixture::made_result()) ==
        content_of(in_project("tests/bench/made.json")));
}

}  // namespace
}  // namespace graphrun
