#include "runtime/processor_use.h"

#include "catch.h"

namespace graphrun {
namespace {

TEST_CASE("processors are busy but for idling and waiting for files") {
  CHECK(parse_processor_ticks("cpu  10 20 30 400 50 6 7 8 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n") ==
        ProcessorTicks{.all = 531, .busy = 81});
}

TEST_CASE("a text without the processors' ticks tells nothing") {
  CHECK_FALSE(parse_processor_ticks("").has_value());
  CHECK_FALSE(parse_processor_ticks("cpu0 1 2 3 4 5 6 7 8").has_value());
  CHECK_FALSE(parse_processor_ticks("cpu  1 2 3 4 5 6 7").has_value());
  CHECK_FALSE(parse_processor_ticks("cpu  a 2 3 4 5 6 7 8").has_value());
}

TEST_CASE("others have a part of the processors, from nothing to all") {
  const ProcessorMeter meter;
  CHECK_FALSE(meter.part_of_others().has_value());  // too early
  meter.wait_for_ticks();
  const auto part = meter.part_of_others();
  if (!part) return;  // a system without /proc/stat
  CHECK(*part >= 0);
  CHECK(*part <= 1);
}

}  // namespace
}  // namespace graphrun
