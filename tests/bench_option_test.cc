#include "app/bench_option.h"

#include <cmath>

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;

TEST_CASE("nothing asked for, a benchmark takes a second and five runs at least") {
  const RunBudget budget = BenchOption{}.budget();
  CHECK(budget.warmups == 3);
  CHECK(budget.most_warmup_seconds == 1);
  CHECK(budget.least_runs == 5);
  CHECK(budget.least_seconds == 1);
}

TEST_CASE("runs that are asked for are all, whatever they take") {
  const RunBudget budget = BenchOption{.runs = 2}.budget();
  CHECK(budget.least_runs == 2);
  CHECK(budget.least_seconds == 0);
}

TEST_CASE("a time that is asked for may end after one run") {
  const RunBudget budget = BenchOption{.min_seconds = 0.25}.budget();
  CHECK(budget.least_runs == 1);
  CHECK(budget.least_seconds == 0.25);
}

TEST_CASE("runs and a time together are both kept to") {
  const RunBudget budget = BenchOption{.runs = 7, .min_seconds = 0.25}.budget();
  CHECK(budget.least_runs == 7);
  CHECK(budget.least_seconds == 0.25);
}

TEST_CASE("warm-up runs that are asked for are made however long they take") {
  const RunBudget budget = BenchOption{.warmup = 10}.budget();
  CHECK(budget.warmups == 10);
  CHECK(std::isinf(budget.most_warmup_seconds));
}

TEST_CASE("a threshold is a percentage") {
  CHECK_FALSE(BenchOption{}.regression_threshold().has_value());
  CHECK(*BenchOption{.fail_on_regression = "5%"}.regression_threshold() == Approx(0.05));
  CHECK(*BenchOption{.fail_on_regression = "2.5%"}.regression_threshold() == Approx(0.025));
  for (const char* text : {"5", "0.05", "-5%", "nan%", "%", "5%%", "five%"}) {
    CHECK(error_of([&] { BenchOption{.fail_on_regression = text}.regression_threshold(); }) ==
          std::string("2: --fail-on-regression: expected a percentage such as 5%, got ") + text);
  }
}

}  // namespace
}  // namespace graphrun
