#include "files/npy_file.h"

#include <string>
#include <type_traits>
#include <vector>

#include "catch.h"
#include "files/byte_source.h"
#include "places.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

// Written by numpy: scripts/make_array_fixtures.
std::string fixture(const std::string& name) { return in_project("tests/arrays/") + name; }

template <typename T>
std::vector<T> elements(const HostTensor& tensor) {
  REQUIRE(tensor.dtype() == dtype_of<T>);
  return {tensor.as<T>().begin(), tensor.as<T>().end()};
}

std::vector<float> as_floats(const HostTensor& tensor) {
  std::vector<float> floats;
  if (tensor.dtype() == DType::float16) {
    for (const Half value : tensor.as<Half>()) floats.push_back(static_cast<float>(value));
  } else {
    for (const BFloat16 value : tensor.as<BFloat16>()) floats.push_back(static_cast<float>(value));
  }
  return floats;
}

template <typename... T>
struct Types {};
using Numbers = Types<float, double, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                      std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

template <typename... T, typename Action>
void for_each_type(Types<T...>, Action action) {
  (action(T{}), ...);
}

// A .npy file with this dict in its header.
std::string npy(const std::string& dict, const std::string& data = {}) {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dict.size() & 0xff) +
         static_cast<char>(dict.size() >> 8) + dict + data;
}

std::string npy_of(const std::string& descr, const std::string& shape,
                   const std::string& data = {}) {
  return npy("{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }", data);
}

HostTensor read_memory(const std::string& content) {
  MemorySource source("'w.npy'", content);
  return read_npy(source);
}

std::string complaint_about(const std::string& content) {
  return file_error([&] { read_memory(content); });
}

std::string complaint_about_fixture(const std::string& name) {
  const std::string content = content_of(fixture(name));
  REQUIRE(!content.empty());
  return complaint_about(content);
}

}  // namespace

TEST_CASE("numbers of every type are read as numpy writes them, and written to the same bytes") {
  const ScratchFolder folder;
  const auto expect_same_bytes = [&](const HostTensor& tensor, const std::string& file) {
    write_npy(folder.path(file), tensor);
    CHECK(content_of(folder.path(file)) == content_of(fixture(file)));
  };
  for_each_type(Numbers(), [&]<typename T>(T) {
    const std::string file = std::string(name(dtype_of<T>)) + ".npy";
    INFO(file);
    const HostTensor tensor = read_npy(fixture(file));
    CHECK(tensor.shape() == Shape{2, 3});
    const T first = std::is_signed_v<T> ? static_cast<T>(-2) : T{0};
    std::vector<T> expected;
    for (int i = 0; i < 6; ++i) expected.push_back(static_cast<T>(first + static_cast<T>(i)));
    CHECK(elements<T>(tensor) == expected);
    expect_same_bytes(tensor, file);
  });
  for (const std::string file : {"float16.npy", "bfloat16.npy"}) {
    INFO(file);
    const HostTensor tensor = read_npy(fixture(file));
    CHECK(std::string(name(tensor.dtype())) + ".npy" == file);
    CHECK(as_floats(tensor) == std::vector<float>{-2, -1, 0, 1, 2, 3});
    expect_same_bytes(tensor, file);
  }
  const HostTensor booleans = read_npy(fixture("bool.npy"));
  CHECK(elements<bool>(booleans) == std::vector<bool>{true, false, false, true, false, false});
  expect_same_bytes(booleans, "bool.npy");
}

TEST_CASE("numpy's scalars, vectors, empty arrays and eight dimensions are read and written") {
  const ScratchFolder folder;
  const auto shape_of = [&](const std::string& file) {
    const HostTensor tensor = read_npy(fixture(file));
    write_npy(folder.path(file), tensor);
    CHECK(content_of(folder.path(file)) == content_of(fixture(file)));
    return tensor.shape();
  };
  CHECK(shape_of("scalar.npy") == Shape{});
  CHECK(shape_of("vector.npy") == Shape{3});
  CHECK(shape_of("empty.npy") == Shape{0, 3});
  CHECK(shape_of("rank_8.npy") == Shape{1, 2, 1, 1, 1, 2, 1, 1});
  CHECK(elements<float>(read_npy(fixture("scalar.npy"))) == std::vector<float>{2.5});
  CHECK(elements<std::int32_t>(read_npy(fixture("rank_8.npy"))) ==
        std::vector<std::int32_t>{0, 1, 2, 3});
}

TEST_CASE("Fortran order becomes row-major") {
  std::vector<float> expected(24);
  for (int i = 0; i < 24; ++i) expected[static_cast<std::size_t>(i)] = static_cast<float>(i);
  const HostTensor cube = read_npy(fixture("fortran.npy"));
  CHECK(cube.shape() == Shape{2, 3, 4});
  CHECK(elements<float>(cube) == expected);
  CHECK(elements<std::uint8_t>(read_npy(fixture("fortran_bytes.npy"))) ==
        std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5});
  CHECK(elements<std::string>(read_npy(fixture("fortran_strings.npy"))) ==
        std::vector<std::string>{"a", "b", "c", "d", "e", "f"});
}

TEST_CASE("big-endian elements are turned round") {
  std::vector<double> expected(24);
  for (int i = 0; i < 24; ++i) expected[static_cast<std::size_t>(i)] = i;
  CHECK(elements<double>(read_npy(fixture("big_endian.npy"))) == expected);
  CHECK(elements<std::int16_t>(read_npy(fixture("big_endian_fortran.npy"))) ==
        std::vector<std::int16_t>{-2, -1, 0, 1, 2, 3});
  CHECK(elements<std::string>(read_npy(fixture("big_endian_strings.npy"))) ==
        std::vector<std::string>{"zü", "", "😀x"});
}

TEST_CASE("format versions 2.0 and 3.0 are read") {
  const std::vector<std::int32_t> expected = {-2, -1, 0, 1, 2, 3};
  CHECK(elements<std::int32_t>(read_npy(fixture("version_2.npy"))) == expected);
  CHECK(elements<std::int32_t>(read_npy(fixture("version_3.npy"))) == expected);
}

TEST_CASE("byte strings lose their padding, and Unicode becomes UTF-8") {
  CHECK(elements<std::string>(read_npy(fixture("bytes.npy"))) ==
        std::vector<std::string>{"ab", std::string("\0c", 2), "", "defgh"});
  CHECK(elements<std::string>(read_npy(fixture("unicode.npy"))) ==
        std::vector<std::string>{"plain", "Grüße", "€", "😀", ""});
}

TEST_CASE("strings are written as numpy writes byte strings") {
  const ScratchFolder folder;
  write_npy(folder.path("s.npy"), read_npy(fixture("bytes.npy")));
  CHECK(content_of(folder.path("s.npy")) == content_of(fixture("bytes.npy")));

  const std::vector<std::string> texts = {"Grüße", "", "😀"};
  write_npy(folder.path("s.npy"), HostTensor::of<std::string>({3}, texts));
  CHECK(elements<std::string>(read_npy(folder.path("s.npy"))) == texts);
  for (const Shape& shape : {Shape{0}, Shape{2, 0}, Shape{}}) {
    write_npy(folder.path("s.npy"), HostTensor(DType::string, shape));
    CHECK(read_npy(folder.path("s.npy")).shape() == shape);
  }
}

TEST_CASE("strings of more than a step are read whole") {
  const ScratchFolder folder;
  const std::vector<std::string> texts = {std::string(3'000'000, 'a'), "b",
                                          std::string(700'000, 'c')};
  write_npy(folder.path("s.npy"), HostTensor::of<std::string>({3}, texts));
  CHECK(elements<std::string>(read_npy(folder.path("s.npy"))) == texts);
  std::vector<std::string> many(300'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = std::to_string(i);
  write_npy(folder.path("s.npy"), HostTensor::of<std::string>({300'000}, many));
  CHECK(elements<std::string>(read_npy(folder.path("s.npy"))) == many);
}

TEST_CASE("any byte but 0 is true, and true is 1 in memory") {
  const HostTensor tensor = read_memory(npy_of("'|b1'", "(4,)", std::string("\0\1\2\xff", 4)));
  CHECK(tensor.dtype() == DType::boolean);
  CHECK(std::string(static_cast<const char*>(tensor.data()), 4) == std::string("\0\1\1\1", 4));
}

TEST_CASE("the header is read without the data, whose place it gives") {
  const NpyHeader header = read_npy_header(fixture("big_endian_fortran.npy"));
  CHECK(header.dtype == DType::int16);
  CHECK(header.shape == Shape{2, 3});
  CHECK(header.fortran_order);
  CHECK(header.big_endian);
  CHECK(header.bytes_per_element == 2);
  CHECK(header.data_offset == 128);
  CHECK(header.data_bytes() == 12);
}

TEST_CASE("a header may be spelled in any way that Python reads") {
  const HostTensor tensor =
      read_memory(npy("\n{\"shape\":(2L,1),\t'fortran_order' :False , 'descr':'=u1'}  \n", "ab"));
  CHECK(tensor.dtype() == DType::uint8);
  CHECK(tensor.shape() == Shape{2, 1});
  CHECK(read_memory(npy_of("'bfloat16'", "(1,)", "ab")).dtype() == DType::bfloat16);
  CHECK(read_memory(npy_of("'f4'", "()", "abcd")).dtype() == DType::float32);
}

TEST_CASE("what tensors do not hold is refused by its name") {
  CHECK(complaint_about_fixture("objects.npy") ==
        "cannot read 'w.npy': it holds Python objects (dtype '|O'), which are not supported; "
        "expected numbers, booleans or strings");
  CHECK(complaint_about_fixture("records.npy") ==
        "cannot read 'w.npy': it holds records (a structured dtype), which are not supported; "
        "expected numbers, booleans or strings");
  CHECK(complaint_about_fixture("complex.npy") ==
        "cannot read 'w.npy': it holds complex numbers (dtype '<c8'), which are not supported; "
        "expected numbers, booleans or strings");
  CHECK(complaint_about_fixture("dates.npy") ==
        "cannot read 'w.npy': it holds dates or times (dtype '<M8[D]'), which are not supported; "
        "expected numbers, booleans or strings");
  CHECK(complaint_about_fixture("raw_bytes.npy") ==
        "cannot read 'w.npy': it holds raw bytes (dtype '|V2'), which are not supported; "
        "expected numbers, booleans or strings");
  CHECK(
      complaint_about_fixture("long_doubles.npy") ==
      "cannot read 'w.npy': its dtype '<f16' is not known; expected numbers, booleans or strings");
  CHECK(complaint_about(npy_of("''", "()")) ==
        "cannot read 'w.npy': its dtype '' is not known; expected numbers, booleans or strings");
  CHECK(complaint_about(npy_of("'S-1'", "()")) ==
        "cannot read 'w.npy': its dtype 'S-1' is not known; expected numbers, booleans or strings");
  CHECK(complaint_about(npy_of("'S99999999999'", "()")) ==
        "cannot read 'w.npy': its dtype 'S99999999999' is not known; "
        "expected numbers, booleans or strings");
  CHECK(complaint_about(npy_of("'\x1b[31m" + std::string(100, 'x') + "'", "()")) ==
        "cannot read 'w.npy': its dtype '\\x1b[31m" + std::string(55, 'x') +
            "...' is not known; expected numbers, booleans or strings");
}

TEST_CASE("what a header holds is quoted as UTF-8 that leaves a terminal alone") {
  const auto quoted = [](const std::string& key) {
    const std::string before = "cannot read 'w.npy': its header has an unknown key ";
    const std::string message = complaint_about(npy("{'" + key + "': 1}"));
    REQUIRE(message.starts_with(before));
    return message.substr(before.size(), message.find(';') - before.size());
  };
  CHECK(quoted("Grüße €😀") == "'Grüße €😀'");
  CHECK(quoted("\t\x7f") == "'\\x09\\x7f'");
  CHECK(quoted("a\xff\xc3") == "'a\\xff\\xc3'");
  CHECK(quoted("\xc0\x80 \xed\xa0\x80 \xc2\x9b") == "'\\xc0\\x80 \\xed\\xa0\\x80 \\xc2\\x9b'");
  CHECK(quoted(std::string(59, 'x') + "üb") == "'" + std::string(59, 'x') + "...'");
}

TEST_CASE("a file that is no .npy file is told from one that is cut off") {
  CHECK(complaint_about("") == "cannot read 'w.npy': it is empty; expected a .npy array");
  CHECK(complaint_about("nodes: []\n") ==
        "cannot read 'w.npy': it is no .npy array: it does not begin with '\\x93NUMPY'");
  CHECK(complaint_about("\x93NUM") ==
        "cannot read 'w.npy': it ends within its header: it has 4 bytes, expected at least 8");
  CHECK(complaint_about(npy_of("'<f4'", "()").substr(0, 9)) ==
        "cannot read 'w.npy': it ends within its header: it has 9 bytes, expected at least 10");
  CHECK(complaint_about(npy_of("'<f4'", "()").substr(0, 40)) ==
        "cannot read 'w.npy': it ends within its header: it has 40 bytes, expected at least 65");
}

TEST_CASE("an unknown version and a header of 4 GB are refused unread") {
  CHECK(complaint_about(std::string("\x93NUMPY\x04\x00zzzzzzzz", 16)) ==
        "cannot read 'w.npy': its format has version 4.0; expected 1.0, 2.0 or 3.0");
  CHECK(complaint_about(std::string("\x93NUMPY\x01\x01zzzzzzzz", 16)) ==
        "cannot read 'w.npy': its format has version 1.1; expected 1.0, 2.0 or 3.0");
  CHECK(complaint_about(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)) ==
        "cannot read 'w.npy': its header has 4294967295 bytes; expected at most 65535");
}

TEST_CASE("a garbled header is quoted from where it is wrong") {
  const std::string prefix = "cannot read 'w.npy': its header is malformed: expected ";
  CHECK(complaint_about(npy("")) == prefix + "'{' where it ends");
  CHECK(complaint_about(npy("[1, 2]")) == prefix + "'{' before '[1, 2]'");
  CHECK(complaint_about(npy("{descr: 1}")) == prefix + "a string before 'descr: 1}'");
  CHECK(complaint_about(npy("{'descr}")) == prefix + "a string that ends before ''descr}'");
  CHECK(complaint_about(npy("{'descr' '<f4'}")) == prefix + "':' before ''<f4'}'");
  CHECK(complaint_about(npy("{'descr': 4}")) == prefix + "a string before '4}'");
  CHECK(complaint_about(npy("{'descr': '<f4' 'shape'}")) == prefix + "'}' before ''shape'}'");
  CHECK(complaint_about(npy("{'fortran_order': 0}")) == prefix + "True or False before '0}'");
  CHECK(complaint_about(npy("{'shape': 3}")) == prefix + "'(' before '3}'");
  CHECK(complaint_about(npy("{'shape': (3)}")) == prefix + "',' before ')}'");
  CHECK(complaint_about(npy("{'shape': (3 4)}")) == prefix + "',' before '4)}'");
  CHECK(complaint_about(npy("{'shape': (3, 4 5)}")) == prefix + "')' before '5)}'");
  CHECK(complaint_about(npy("{'shape': (3, x)}")) == prefix + "an extent before 'x)}'");
  CHECK(complaint_about(npy("{'shape': (")) == prefix + "an extent where it ends");
  CHECK(complaint_about(npy("{'shape': (),} {}")) == prefix + "its end before '{}'");
}

TEST_CASE("a header has three keys, each once") {
  CHECK(complaint_about(npy("{}")) == "cannot read 'w.npy': its header has no 'descr'");
  CHECK(complaint_about(npy("{'descr': '<f4'}")) ==
        "cannot read 'w.npy': its header has no 'fortran_order'");
  CHECK(complaint_about(npy("{'descr': '<f4', 'fortran_order': True}")) ==
        "cannot read 'w.npy': its header has no 'shape'");
  CHECK(complaint_about(npy("{'shape': (), 'shape': ()}")) ==
        "cannot read 'w.npy': its header has 'shape' twice");
  CHECK(complaint_about(npy("{'order': False}")) ==
        "cannot read 'w.npy': its header has an unknown key 'order'; "
        "expected 'descr', 'fortran_order' and 'shape'");
}

TEST_CASE("a shape that no tensor has is refused before memory is asked for") {
  CHECK(complaint_about(npy_of("'<f4'", "(2, -3)")) ==
        "cannot read 'w.npy': its shape has a negative extent, '-3'");
  CHECK(complaint_about(npy_of("'<f4'", "(-99999999999999999999,)")) ==
        "cannot read 'w.npy': its shape has a negative extent, '-99999999999999999999'");
  CHECK(complaint_about(npy_of("'<f4'", "(9223372036854775808,)")) ==
        "cannot read 'w.npy': its shape has an extent beyond 63 bits, '9223372036854775808'");
  CHECK(complaint_about(npy_of("'<f4'", "(4294967296, 4294967296)")) ==
        "cannot read 'w.npy': its shape [4294967296,4294967296] is too large for any memory");
  CHECK(complaint_about(npy_of("'<f8'", "(2305843009213693952,)")) ==
        "cannot read 'w.npy': its shape [2305843009213693952] is too large for any memory");
  CHECK(complaint_about_fixture("rank_9.npy") ==
        "cannot read 'w.npy': its shape has 9 dimensions; expected at most 8");
  std::string ones = "(";
  for (int i = 0; i < 20'000; ++i) ones += "1, ";
  CHECK(complaint_about(npy_of("'<f4'", ones + ")")) ==
        "cannot read 'w.npy': its shape has 20000 dimensions; expected at most 8");
}

TEST_CASE("the data must be as long as the header says") {
  CHECK(complaint_about(npy_of("'<f4'", "(2, 3)", "12 bytes....")) ==
        "cannot read 'w.npy': its header promises 24 bytes of data (float32 of shape [2,3]), "
        "but 12 follow");
  CHECK(complaint_about(npy_of("'<f4'", "(2,)", "12 bytes....")) ==
        "cannot read 'w.npy': its header promises 8 bytes of data (float32 of shape [2]), "
        "but 12 follow");
  CHECK(complaint_about(npy_of("'<f8'", "(1000000000000,)")) ==
        "cannot read 'w.npy': its header promises 8000000000000 bytes of data "
        "(float64 of shape [1000000000000]), but 0 follow");
}

TEST_CASE("strings of no length cannot stand in any number for no bytes") {
  CHECK(complaint_about(npy_of("'|S0'", "(1000000000,)")) ==
        "cannot read 'w.npy': it holds strings of no length; expected at least 1");
  CHECK(read_memory(npy_of("'|S0'", "(0,)")).shape() == Shape{0});
}

TEST_CASE("what is no Unicode character is refused") {
  CHECK(complaint_about(npy_of("'<U1'", "()", std::string("\0\xd8\0\0", 4))) ==
        "cannot read 'w.npy': it holds U+D800, which is no character");
  CHECK(complaint_about(npy_of("'>U1'", "()", "abcd")) ==
        "cannot read 'w.npy': it holds U+61626364, which is no character");
}

TEST_CASE("files are named as they were given, and must be regular") {
  const ScratchFolder folder;
  CHECK(file_error([&] { read_npy(folder.path("none.npy")); }) ==
        "cannot read '" + folder.path("none.npy") + "': No such file or directory");
  CHECK(file_error([&] { read_npy_header(folder.path()); }) ==
        "cannot read '" + folder.path() + "': it is a directory");
  const std::string path = folder.with("w.npy", npy_of("'<f4'", "(2,)"));
  CHECK(file_error([&] { read_npy_header(path); }) ==
        "cannot read '" + path + "': its header promises 8 bytes of data (float32 of shape [2]), " +
            "but 0 follow");
}

TEST_CASE("what .npy cannot hold is not written, and what was there stays") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.npy", "before");
  const HostTensor text =
      HostTensor::of<std::string>({2}, {std::string("\0a", 2), std::string("b\0", 2)});
  CHECK(file_error([&] { write_npy(path, text); }) ==
        "cannot write '" + path +
            "': its string 2 of 2 ends in a NUL character, which .npy strings cannot keep");
  CHECK(file_error([&] { write_npy(path, HostTensor(DType::complex64, {2})); }) ==
        "cannot write '" + path + "': arrays of complex64 are not supported");
  CHECK(content_of(path) == "before");
  CHECK(folder.files() == 1);
}

}  // namespace graphrun
