#include "report/time_axis.h"

#include "catch.h"

namespace graphrun {
namespace {

using Steps = std::vector<std::int64_t>;

TEST_CASE("round times are 1, 2 or 5 times a power of ten apart, eight beside 0 at the most") {
  CHECK(round_steps(8) == Steps{0, 1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(round_steps(9) == Steps{0, 2, 4, 6, 8});
  CHECK(round_steps(34'200'000) ==
        Steps{0, 5'000'000, 10'000'000, 15'000'000, 20'000'000, 25'000'000, 30'000'000});
  CHECK(round_steps(0) == Steps{0});
  for (std::int64_t most = 1; most < 1'000'000'000'000; most = most * 3 / 2 + 1) {
    CHECK(round_steps(most).size() >= 2);
    CHECK(round_steps(most).size() <= 9);
  }
}

TEST_CASE("a run lies between the ends of its axis, even one that took no time") {
  const TimeAxis axis(1000);
  CHECK(axis.x(0) == TimeAxis::kLeft);
  CHECK(axis.x(1000) == TimeAxis::kRight);
  CHECK(TimeAxis(0).x(0) == TimeAxis::kLeft);
}

TEST_CASE("the grid has a line and a text for each round time") {
  const std::string grid = TimeAxis(3000).grid(26, 50);
  CHECK(grid.find(R"(<path class="grid" d="M150 26V50"/>)") != std::string::npos);
  CHECK(grid.find(">0</text>") != std::string::npos);
  CHECK(grid.find(">3.00 us</text>") != std::string::npos);
}

TEST_CASE("coordinates have a tenth of a pixel where they need one") {
  CHECK(coordinate(12) == "12");
  CHECK(coordinate(12.04) == "12");
  CHECK(coordinate(12.36) == "12.4");
}

}  // namespace
}  // namespace graphrun
