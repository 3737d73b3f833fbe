#include "base/sample_statistics.h"

#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

using Samples = std::vector<double>;

// What numpy 1.17 and newer say: numpy.percentile, mean, std(ddof=1).
TEST_CASE("the figures of a sample are numpy's") {
  const SampleStatistics figures = statistics_of(Samples{3, 1, 4, 1, 5, 9, 2, 6, 5, 3});
  CHECK(figures.count == 10);
  CHECK(figures.min == 1);
  CHECK(figures.median == 3.5);
  CHECK(figures.mean == Approx(3.9));
  CHECK(figures.p90 == Approx(6.3));
  CHECK(figures.p95 == Approx(7.65));
  CHECK(figures.p99 == Approx(8.73));
  CHECK(figures.max == 9);
  CHECK(figures.deviation == Approx(2.4698178070456938));
  CHECK(figures.variation() == Approx(0.6332866171912035));
}

TEST_CASE("one measurement is all of its figures, and varies by nothing") {
  const SampleStatistics figures = statistics_of(Samples{7});
  CHECK(figures.count == 1);
  CHECK(figures.min == 7);
  CHECK(figures.median == 7);
  CHECK(figures.p99 == 7);
  CHECK(figures.max == 7);
  CHECK(figures.deviation == 0);
  CHECK(figures.variation() == 0);
}

TEST_CASE("the median lies between the middle two of an even number") {
  CHECK(median_of(Samples{4, 1, 3, 2}) == 2.5);
  CHECK(median_of(Samples{5, 1, 3}) == 3);
}

TEST_CASE("a quantile lies on the line between its neighbours") {
  const Samples sorted = {10, 20, 40};
  CHECK(quantile(sorted, 0) == 10);
  CHECK(quantile(sorted, 0.25) == 15);
  CHECK(quantile(sorted, 0.75) == 30);
  CHECK(quantile(sorted, 1) == 40);
}

}  // namespace
}  // namespace graphrun
