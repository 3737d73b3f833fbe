#include "files/raw_file.h"

#include <string>
#include <vector>

#include "catch.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

template <typename T>
std::vector<T> elements(const HostTensor& tensor) {
  REQUIRE(tensor.dtype() == dtype_of<T>);
  return {tensor.as<T>().begin(), tensor.as<T>().end()};
}

}  // namespace

TEST_CASE("raw bytes are little-endian elements, row by row") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.bin", std::string("\1\0\2\0\xff\xff", 6));
  const HostTensor tensor = read_raw(path, DType::int16, {3, 1});
  CHECK(tensor.shape() == Shape{3, 1});
  CHECK(elements<std::int16_t>(tensor) == std::vector<std::int16_t>{1, 2, -1});
  CHECK(elements<std::uint8_t>(read_raw(path, DType::uint8, {6})) ==
        std::vector<std::uint8_t>{1, 0, 2, 0, 255, 255});
  const HostTensor booleans = read_raw(path, DType::boolean, {6});
  CHECK(std::string(static_cast<const char*>(booleans.data()), 6) ==
        std::string("\1\0\1\0\1\1", 6));
}

TEST_CASE("an empty raw file is an array without elements") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.bin", "");
  CHECK(read_raw(path, DType::float32, {0, 3}).shape() == Shape{0, 3});
  CHECK(file_error([&] { read_raw(path, DType::float32, {}); }) ==
        "cannot read '" + path + "': it has 0 bytes, but float32 of shape [] takes 4");
}

TEST_CASE("a raw file must have exactly the bytes of the tensor") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.bin", "12 bytes....");
  CHECK(read_raw(path, DType::float32, {3}).shape() == Shape{3});
  CHECK(file_error([&] {
          read_raw(path, DType::float32, {2, 3});
        }) == "cannot read '" + path + "': it has 12 bytes, but float32 of shape [2,3] takes 24");
  CHECK(file_error([&] { read_raw(path, DType::float64, {1}); }) ==
        "cannot read '" + path + "': it has 12 bytes, but float64 of shape [1] takes 8");
  CHECK(file_error([&] { read_raw(path, DType::float64, {4611686018427387904}); }) ==
        "cannot read '" + path +
            "': it has 12 bytes, but float64 of shape [4611686018427387904] takes more than any "
            "file has");
  CHECK(file_error([&] {
          read_raw(path, DType::int8, {4294967296, 4294967296});
        }) ==
        "cannot read '" + path +
            "': it has 12 bytes, but int8 of shape [4294967296,4294967296] takes more than any "
            "file has");
}

TEST_CASE("strings have no raw form") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.bin", "text");
  CHECK(file_error([&] { read_raw(path, DType::string, {1}); }) ==
        "cannot read '" + path + "': elements of type string have no raw form");
}

TEST_CASE("a raw file must be there") {
  const ScratchFolder folder;
  CHECK(file_error([&] { read_raw(folder.path("w.bin"), DType::int8, {1}); }) ==
        "cannot read '" + folder.path("w.bin") + "': No such file or directory");
}

}  // namespace graphrun
