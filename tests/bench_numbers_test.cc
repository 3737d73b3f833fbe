#include "report/bench_numbers.h"

#include "catch.h"

namespace graphrun {
namespace {

TEST_CASE("numbers have three digits") {
  CHECK(short_number(0) == "0");
  CHECK(short_number(1) == "1.00");
  CHECK(short_number(1.2345) == "1.23");
  CHECK(short_number(0.012345) == "0.0123");
  CHECK(short_number(123.45) == "123");
  CHECK(short_number(12345) == "12300");
  CHECK(short_number(9.996) == "10.0");
  CHECK(short_number(999.6) == "1000");
  CHECK(short_number(-2.5) == "-2.50");
  CHECK(short_number(4.18e-7) == "4.18e-07");
}

TEST_CASE("amounts have the prefix that suits them") {
  CHECK(amount_text(0) == "0 ");
  CHECK(amount_text(24) == "24.0 ");
  CHECK(amount_text(999.4) == "999 ");
  CHECK(amount_text(999.6) == "1.00 k");
  CHECK(amount_text(604e6) == "604 M");
  CHECK(amount_text(3.6e15) == "3.60 P");
}

TEST_CASE("times have the unit that suits them") {
  CHECK(time_text(0) == "0 ns");
  CHECK(time_text(812) == "812 ns");
  CHECK(time_text(999.4) == "999 ns");
  CHECK(time_text(999.6) == "1.00 us");
  CHECK(time_text(8120) == "8.12 us");
  CHECK(time_text(8.12e6) == "8.12 ms");
  CHECK(time_text(999.9e6) == "1.00 s");
  CHECK(time_text(123.4e9) == "123 s");
}

TEST_CASE("parts are percentages with one decimal") {
  CHECK(percent_text(0.04949) == "4.9 %");
  CHECK(percent_text(1) == "100.0 %");
}

}  // namespace
}  // namespace graphrun
