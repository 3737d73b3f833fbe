#include "runtime/random_fill.h"

#include <omp.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/half.h"
#include "catch.h"
#include "places.h"

namespace graphrun {

namespace {

// A line of tests/random/*.txt; scripts/make_random_cases says what is in it.
struct Case {
  std::string line;
  DType dtype = DType::float32;
  RandomStream stream;
  std::int64_t elements = 0;
  std::string a;
  std::string b;
  std::uint64_t checksum = 0;
  struct Value {
    std::size_t index;
    std::uint64_t bits;
  };
  std::vector<Value> values;
};

Case parse(const std::string& line) {
  std::istringstream text(line);
  std::string dtype;
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::uint64_t run = 0;
  Case result;
  text >> dtype >> seed >> seed2 >> run >> result.elements >> result.a >> result.b >> std::hex >>
      result.checksum;
  result.line = line;
  result.dtype = parse_dtype(dtype).value();
  result.stream = open_stream(seed, seed2);
  result.stream.offset = run * samples_used(result.elements);
  for (std::string value; text >> value;) {
    const std::size_t colon = value.find(':');
    result.values.push_back(
        {std::stoul(value.substr(0, colon)), std::stoull(value.substr(colon + 1), nullptr, 16)});
  }
  return result;
}

std::vector<Case> read_cases(const std::string& name) {
  std::ifstream file(in_project("tests/random/") + name);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('#')) cases.push_back(parse(line));
  }
  return cases;
}

// 64-bit FNV-1a.
std::uint64_t checksum(const std::vector<unsigned char>& bytes) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const unsigned char byte : bytes) value = (value ^ byte) * 0x100000001b3u;
  return value;
}

struct Numbers {
  Numbers(DType dtype, std::int64_t elements)
      : width(bytes_per_element(dtype)), bytes(static_cast<std::size_t>(elements) * width) {}

  std::uint64_t bits(std::size_t index) const {
    std::uint64_t result = 0;  // the machine is little-endian
    std::memcpy(&result, bytes.data() + index * width, width);
    return result;
  }

  std::size_t width;
  std::vector<unsigned char> bytes;
};

Numbers uniform(DType dtype, std::int64_t elements, const RandomStream& stream, double low = 0,
                double high = 1) {
  Numbers numbers(dtype, elements);
  fill_uniform(numbers.bytes.data(), dtype, elements, stream, low, high);
  return numbers;
}

Numbers normal(DType dtype, std::int64_t elements, const RandomStream& stream, double mean = 0,
               double stddev = 1) {
  Numbers numbers(dtype, elements);
  fill_normal(numbers.bytes.data(), dtype, elements, stream, mean, stddev);
  return numbers;
}

Numbers truncated_normal(DType dtype, std::int64_t elements, const RandomStream& stream) {
  Numbers numbers(dtype, elements);
  fill_truncated_normal(numbers.bytes.data(), dtype, elements, stream);
  return numbers;
}

void check_equal(const Numbers& numbers, const Case& expected) {
  for (const auto& [index, bits] : expected.values) CHECK(numbers.bits(index) == bits);
  CHECK(checksum(numbers.bytes) == expected.checksum);
}

// In units of the last place, counted across zero.
std::uint64_t distance(std::uint64_t a, std::uint64_t b, std::size_t width) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * width - 1);
  const auto order = [sign](std::uint64_t bits) {
    return static_cast<std::int64_t>((bits & sign) != 0 ? sign - bits : bits);
  };
  const std::int64_t apart = order(a) - order(b);
  return static_cast<std::uint64_t>(apart < 0 ? -apart : apart);
}

constexpr DType kFloats[] = {DType::float16, DType::bfloat16, DType::float32, DType::float64};

}  // namespace

TEST_CASE("uniform numbers are TensorFlow's, bit for bit, run after run") {
  const std::vector<Case> cases = read_cases("uniform.txt");
  REQUIRE(cases.size() == 96);
  for (const Case& expected : cases) {
    INFO(expected.line);
    check_equal(uniform(expected.dtype, expected.elements, expected.stream, std::stod(expected.a),
                        std::stod(expected.b)),
                expected);
  }
}

TEST_CASE("uniform integers are TensorFlow's, bit for bit, run after run") {
  const std::vector<Case> cases = read_cases("uniform_int.txt");
  REQUIRE(cases.size() == 48);
  for (const Case& expected : cases) {
    INFO(expected.line);
    Numbers numbers(expected.dtype, expected.elements);
    fill_uniform_int(numbers.bytes.data(), expected.dtype, expected.elements, expected.stream,
                     std::stoll(expected.a), std::stoll(expected.b));
    check_equal(numbers, expected);
  }
}

TEST_CASE("normal numbers are TensorFlow's to a few units in the last place, run after run") {
  const std::vector<Case> cases = read_cases("normal.txt");
  REQUIRE(cases.size() == 96);
  for (const Case& expected : cases) {
    INFO(expected.line);
    const Numbers numbers = normal(expected.dtype, expected.elements, expected.stream,
                                   std::stod(expected.a), std::stod(expected.b));
    const std::uint64_t tolerance = numbers.width == 2 ? 1 : 4;
    for (const auto& [index, bits] : expected.values) {
      CHECK(distance(numbers.bits(index), bits, numbers.width) <= tolerance);
    }
  }
}

TEST_CASE("truncated normal numbers are TensorFlow's to a few units in the last place") {
  const std::vector<Case> cases = read_cases("truncated_normal.txt");
  REQUIRE(cases.size() == 48);
  for (const Case& expected : cases) {
    INFO(expected.line);
    const Numbers numbers = truncated_normal(expected.dtype, expected.elements, expected.stream);
    const std::uint64_t tolerance = numbers.width == 2 ? 1 : 4;
    for (const auto& [index, bits] : expected.values) {
      CHECK(distance(numbers.bits(index), bits, numbers.width) <= tolerance);
    }
  }
}

TEST_CASE("truncated normal numbers stay within two standard deviations") {
  const Numbers numbers = truncated_normal(DType::float32, 100003, {1, 2});
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 100003; ++i) {
    float x = 0;
    std::memcpy(&x, numbers.bytes.data() + 4 * i, sizeof x);
    REQUIRE(std::abs(x) < 2.0f);
    sum += x;
    squares += double{x} * double{x};
  }
  // Mean 0 and variance 0.7737 (1 - 4 phi(2) / (2 Phi(2) - 1)), within five standard errors.
  CHECK(std::abs(sum / 100003) < 0.014);
  CHECK(std::abs(squares / 100003 - 0.77374) < 0.013);
}

TEST_CASE("normal numbers have the same bits on every machine") {
  CHECK(checksum(normal(DType::float16, 100003, {1, 2}).bytes) == 0xeccbf5124e23800cu);
  CHECK(checksum(normal(DType::bfloat16, 100003, {1, 2}).bytes) == 0x1bf4f04f23209fdbu);
  CHECK(checksum(normal(DType::float32, 100003, {1, 2}).bytes) == 0x376e1e8b8f2d6045u);
  CHECK(checksum(normal(DType::float64, 100003, {1, 2}).bytes) == 0xc7e41a73b619fbbeu);
}

TEST_CASE("random numbers do not depend on the number of threads") {
  const int threads = omp_get_max_threads();
  const std::int64_t elements = 300007;
  for (const DType dtype : kFloats) {
    omp_set_num_threads(1);
    const Numbers alone = uniform(dtype, elements, {3, 4, 5});
    const Numbers normal_alone = normal(dtype, elements, {3, 4, 5});
    const Numbers truncated_alone = truncated_normal(dtype, elements, {3, 4, 5});
    omp_set_num_threads(3);
    CHECK(uniform(dtype, elements, {3, 4, 5}).bytes == alone.bytes);
    CHECK(normal(dtype, elements, {3, 4, 5}).bytes == normal_alone.bytes);
    CHECK(truncated_normal(dtype, elements, {3, 4, 5}).bytes == truncated_alone.bytes);
    omp_set_num_threads(threads);
  }
}

TEST_CASE("a stream that begins later gives the later numbers") {
  const auto check = [](const RandomStream& begin, const RandomStream& after_50_samples) {
    const Numbers all = uniform(DType::float32, 400, begin);
    const Numbers later = uniform(DType::float32, 200, after_50_samples);
    for (std::size_t i = 0; i < 200; ++i) REQUIRE(all.bits(200 + i) == later.bits(i));
  };
  check({7, 8, 0}, {7, 8, 50});
  // Where the lower 32 bits of the counter overflow, and where 64 do, into the second seed.
  check({7, 8, 0xffffffffu - 20}, {7, 8, 0x10000001du});
  check({7, 8, ~std::uint64_t{0} - 20}, {7, 9, 29});
}

TEST_CASE("nothing beyond the last element is written") {
  for (const DType dtype : kFloats) {
    Numbers numbers(dtype, 6);
    fill_uniform(numbers.bytes.data(), dtype, 5, {1, 1});
    CHECK(numbers.bits(5) == 0);
    fill_normal(numbers.bytes.data(), dtype, 5, {1, 1});
    CHECK(numbers.bits(5) == 0);
    fill_truncated_normal(numbers.bytes.data(), dtype, 5, {1, 1});
    CHECK(numbers.bits(5) == 0);
    fill_uniform(nullptr, dtype, 0, {1, 1});
  }
}

TEST_CASE("two seeds of zero are a new stream each time, others are kept") {
  const RandomStream kept = open_stream(-1, 0);
  CHECK(kept.seed == ~std::uint64_t{0});
  CHECK(kept.seed2 == 0);
  CHECK(kept.offset == 0);
  CHECK(open_stream(0, 0).seed != open_stream(0, 0).seed);
}

TEST_CASE("a run uses 256 samples for each element") {
  CHECK(samples_used(0) == 0);
  CHECK(samples_used(10001) == 2560256);
}

}  // namespace graphrun
