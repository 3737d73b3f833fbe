#include "runtime/timed_runs.h"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

const auto kIgnore = [](double) {};

TEST_CASE("runs are counted after the warm-up ones") {
  int runs = 0;
  const auto times =
      timed_runs([&] { ++runs; }, {.warmups = 4, .least_runs = 6, .least_seconds = 0}, kIgnore);
  CHECK(times.size() == 6);
  CHECK(runs == 10);
  for (const double ns : times) CHECK(ns >= 0);
}

TEST_CASE("a time that is asked for is filled with runs") {
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
  const auto times =
      timed_runs(pause, {.warmups = 0, .least_runs = 1, .least_seconds = 0.01}, kIgnore);
  double all = 0;
  for (const double ns : times) all += ns;
  CHECK(all >= 0.01e9);
  CHECK(all - times.back() < 0.01e9);  // the run before the last did not fill it
}

TEST_CASE("no warm-up begins after the time for it") {
  int runs = 0;
  timed_runs([&] { ++runs; },
             {.warmups = 100, .most_warmup_seconds = 0, .least_runs = 1, .least_seconds = 0},
             kIgnore);
  CHECK(runs == 1);
}

TEST_CASE("what is done grows to all of it") {
  std::vector<double> parts;
  timed_runs([] {}, {.warmups = 0, .least_runs = 4, .least_seconds = 0},
             [&](double part) { parts.push_back(part); });
  CHECK(parts == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
}

TEST_CASE("a run that fails ends the timing") {
  const auto fail = [] { throw std::runtime_error("no"); };
  CHECK_THROWS_AS(timed_runs(fail, {}, kIgnore), std::runtime_error);
}

}  // namespace
}  // namespace graphrun
