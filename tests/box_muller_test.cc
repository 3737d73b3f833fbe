#include "base/box_muller.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.h"

namespace graphrun {

namespace {

// How far `value` is from `exact`, in units of the last place that `exact` has as a double.
double ulps(double value, long double exact) {
  const int exponent = std::ilogb(static_cast<double>(exact));
  return static_cast<double>(
      std::abs(std::scalbn(value - exact, std::numeric_limits<double>::digits - 1 - exponent)));
}

}  // namespace

TEST_CASE("the portable logarithm is within 1 ulp") {
  double worst = 0;
  const auto check = [&worst](double x) {
    worst = std::max(worst, ulps(portable_log(x), std::log(static_cast<long double>(x))));
  };
  for (int i = 1; i < 300000; ++i) check(i / 300000.0);
  for (int i = 1; i < 20000; ++i) check(1 - i * 0x1p-52);
  for (int i = 0; i < 16000; ++i) check(std::exp((i + 1) * -0.001));
  CHECK(worst < 1);
  CHECK(portable_log(1) == 0);
}

TEST_CASE("the portable sine and cosine are within 2 ulp") {
  double worst = 0;
  for (int i = 1; i < 500000; ++i) {
    const double angle = i * (6.283 / 500000);
    const SineCosine at = portable_sincos(angle);
    const auto exact = static_cast<long double>(angle);
    worst = std::max({worst, ulps(at.sine, std::sin(exact)), ulps(at.cosine, std::cos(exact))});
  }
  CHECK(worst < 2);
}

TEST_CASE("quarters of a turn are nearly exact") {
  // The doubles next to the multiples of pi/2, and what pi lacks in them.
  const SineCosine start = portable_sincos(0);
  CHECK(start.sine == 0);
  CHECK(start.cosine == 1);
  for (int quarters = 1; quarters <= 4; ++quarters) {
    const double angle = quarters * 0x1.921fb54442d18p+0;
    const SineCosine at = portable_sincos(angle);
    const auto exact = static_cast<long double>(angle);
    CHECK(ulps(at.sine, std::sin(exact)) < 20);
    CHECK(ulps(at.cosine, std::cos(exact)) < 20);
  }
}

TEST_CASE("no logarithm is taken of less than 1e-7") {
  CHECK(clear_of_zero(0.0f) == 1.0e-7f);
  CHECK(clear_of_zero(1.0e-8) == 1.0e-7);
  CHECK(clear_of_zero(0.25) == 0.25);
}

TEST_CASE("a pair of normal numbers is the sine and the cosine, in this order") {
  const NormalPair<double> pair = normal_pair(4.0, normal_direction(0.125));
  CHECK(pair.first == Approx(2 * std::sqrt(0.5)));
  CHECK(pair.second == Approx(2 * std::sqrt(0.5)));
  const NormalPair<float> quarter = normal_pair(normal_square(std::exp(-2.0f)), {1.0f, -0.5f});
  CHECK(quarter.first == Approx(2));
  CHECK(quarter.second == Approx(-1));
}

}  // namespace graphrun
