#include "app/sweep_option.h"

#include <string>
#include <vector>

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;

TEST_CASE("a sweep lists values") {
  CHECK(parse_sweep("size=512,1024,2048") == Sweep{"size", {"512", "1024", "2048"}});
  CHECK(parse_sweep("kind=relu") == Sweep{"kind", {"relu"}});
}

TEST_CASE("a sweep is a range of integers") {
  CHECK(parse_sweep("n=1..4") == Sweep{"n", {"1", "2", "3", "4"}});
  CHECK(parse_sweep("n=-1..1") == Sweep{"n", {"-1", "0", "1"}});
  CHECK(parse_sweep("n=7..7") == Sweep{"n", {"7"}});
}

TEST_CASE("what is no range of integers is a value") {
  CHECK(parse_sweep("path=../a..b") == Sweep{"path", {"../a..b"}});
  CHECK(parse_sweep("x=1..2,3") == Sweep{"x", {"1..2", "3"}});
}

TEST_CASE("a comma within brackets is part of a value") {
  CHECK(parse_sweep("sizes=[1, 2],[3]") == Sweep{"sizes", {"[1, 2]", "[3]"}});
}

TEST_CASE("a sweep that cannot be meant is refused") {
  CHECK(error_of([] { parse_sweep("size"); }) == "2: --sweep size: expected name=value");
  CHECK(error_of([] { parse_sweep("n=4..1"); }) ==
        "2: --sweep n=4..1: the range ends before it begins");
  CHECK(error_of([] { parse_sweep("n=1,,2"); }) ==
        "2: --sweep n=1,,2: expected values such as 512,1024 or 1..10, and none of them empty");
  CHECK(error_of([] { parse_sweep("n="); }) ==
        "2: --sweep n=: expected values such as 512,1024 or 1..10, and none of them empty");
  const std::string widest = "n=-9223372036854775808..9223372036854775807";
  CHECK(error_of([&] { parse_sweep(widest); }) ==
        "2: --sweep " + widest + ": expected 10000 values at most");
}

TEST_CASE("a parameter is swept once") {
  const SweepOption option{.texts = {"n=1,2", "n=3"}};
  CHECK(error_of([&] { option.sweeps(); }) == "2: --sweep n=3: 'n' is swept already");
}

TEST_CASE("several sweeps give every combination, the last varying first") {
  const std::vector<Sweep> sweeps = {{"a", {"1", "2"}}, {"b", {"x", "y"}}};
  CHECK(combinations(sweeps) == std::vector<std::vector<BenchParameter>>{
                                    {{"a", "1"}, {"b", "x"}},
                                    {{"a", "1"}, {"b", "y"}},
                                    {{"a", "2"}, {"b", "x"}},
                                    {{"a", "2"}, {"b", "y"}},
                                });
}

TEST_CASE("without a sweep there is one combination, of nothing") {
  CHECK(combinations({}) == std::vector<std::vector<BenchParameter>>{{}});
}

TEST_CASE("too many combinations are refused") {
  const std::vector<Sweep> sweeps = {parse_sweep("a=1..200"), parse_sweep("b=1..200")};
  CHECK(error_of([&] { combinations(sweeps); }) ==
        "2: --sweep: expected 10000 combinations at most");
}

}  // namespace
}  // namespace graphrun
