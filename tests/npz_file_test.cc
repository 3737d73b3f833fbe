#include "files/npz_file.h"

#include <string>
#include <vector>

#include "catch.h"
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

// Fields of an archive's directory entry: where they are in it, and of how many bytes.
struct Field {
  std::size_t offset;
  std::size_t bytes;
};
constexpr Field kFlags = {8, 2};
constexpr Field kMethod = {10, 2};
constexpr Field kChecksum = {16, 4};
constexpr Field kCompressedBytes = {20, 4};
constexpr Field kBytes = {24, 4};

// The archive with another value in the entry of the first member that has `name`.
std::string with_field(std::string archive, const std::string& name, Field field,
                       std::uint64_t value) {
  std::size_t at = archive.rfind(name);
  at = archive.rfind("PK\x01\x02", at);
  REQUIRE(at != std::string::npos);
  for (std::size_t i = 0; i < field.bytes; ++i) {
    archive[at + field.offset + i] = static_cast<char>(value >> (8 * i));
  }
  return archive;
}

const std::vector<NamedArray>& two_arrays() {
  static const std::vector<NamedArray> arrays = {
      {"a", HostTensor::of<float>({2, 2}, {1, 2, 3, 4})},
      {"texts/b", HostTensor::of<std::string>({2}, {"x", "yz"})}};
  return arrays;
}

std::string archive_of_two(NpzMembers members = NpzMembers::stored) {
  const ScratchFolder folder;
  write_npz(folder.path("w.npz"), two_arrays(), members);
  return content_of(folder.path("w.npz"));
}

// In "PATH" stands the path of the archive.
std::string complaint_about(const std::string& archive, const std::string& key = "a") {
  const ScratchFolder folder;
  const std::string path = folder.with("w.npz", archive);
  std::string message = file_error([&] { read_npz(path, key); });
  const std::size_t at = message.find(path);
  if (at != std::string::npos) message.replace(at, path.size(), "PATH");
  return message;
}

}  // namespace

TEST_CASE("numpy's archives are read, stored and deflated") {
  for (const std::string file : {"stored.npz", "deflated.npz"}) {
    INFO(file);
    const std::string path = fixture(file);
    CHECK(elements<float>(read_npz(path, "weights")) == std::vector<float>{-2, -1, 0, 1, 2, 3});
    CHECK(elements<std::int64_t>(read_npz(path, "layer/bias")) ==
          std::vector<std::int64_t>{0, 1, 2});
    CHECK(elements<std::string>(read_npz(path, "ü")) == std::vector<std::string>{"text"});
  }
  CHECK(npz_keys(fixture("stored.npz")) == std::vector<std::string>{"weights", "layer/bias", "ü"});
  const HostTensor zeros = read_npz(fixture("deflated.npz"), "zeros");
  CHECK(zeros.shape() == Shape{50, 40});
  CHECK(elements<double>(zeros) == std::vector<double>(2000, 0.0));
}

TEST_CASE("a key may be the name of its member") {
  CHECK(read_npz(fixture("stored.npz"), "weights.npy").shape() == Shape{2, 3});
}

TEST_CASE("a member's header is read without its data") {
  const NpyHeader header = read_npz_header(fixture("deflated.npz"), "zeros");
  CHECK(header.dtype == DType::float64);
  CHECK(header.shape == Shape{50, 40});
}

TEST_CASE("what is written is read again, and does not tell when it was written") {
  for (const NpzMembers members : {NpzMembers::stored, NpzMembers::deflated}) {
    const ScratchFolder folder;
    const std::string path = folder.path("w.npz");
    write_npz(path, two_arrays(), members);
    CHECK(npz_keys(path) == std::vector<std::string>{"a", "texts/b"});
    CHECK(read_npz(path, "a").shape() == Shape{2, 2});
    CHECK(elements<float>(read_npz(path, "a")) == std::vector<float>{1, 2, 3, 4});
    CHECK(elements<std::string>(read_npz(path, "texts/b")) == std::vector<std::string>{"x", "yz"});
    const std::string content = content_of(path);
    CHECK(content == archive_of_two(members));
    CHECK(content.substr(content.find("PK\x01\x02") + 12, 4) == std::string("\0\0\x21\0", 4));
    CHECK(folder.files() == 1);
  }
}

TEST_CASE("an archive larger than a buffer is written whole, and deflating makes it smaller") {
  const ScratchFolder folder;
  HostTensor large(DType::int32, {1'000'000});
  for (std::int32_t i = 0; i < 1'000'000; ++i) {
    large.as_mutable<std::int32_t>()[static_cast<std::size_t>(i)] = i / 100;
  }
  const std::vector<NamedArray> arrays = {{"large", large}};
  write_npz(folder.path("stored.npz"), arrays);
  write_npz(folder.path("deflated.npz"), arrays, NpzMembers::deflated);
  for (const std::string file : {"stored.npz", "deflated.npz"}) {
    CHECK(elements<std::int32_t>(read_npz(folder.path(file), "large")) ==
          elements<std::int32_t>(large));
  }
  CHECK(content_of(folder.path("stored.npz")).size() > 4'000'000);
  CHECK(content_of(folder.path("deflated.npz")).size() < 1'000'000);
}

TEST_CASE("an archive may have no arrays") {
  const ScratchFolder folder;
  write_npz(folder.path("w.npz"), {});
  CHECK(npz_keys(folder.path("w.npz")).empty());
  CHECK(file_error([&] { read_npz(folder.path("w.npz"), "a"); }) ==
        "cannot read '" + folder.path("w.npz") + "': it has no array 'a'; it has none at all");
}

TEST_CASE("a missing key is answered with the nearest, or with what there is") {
  const std::string path = fixture("stored.npz");
  CHECK(file_error([&] { read_npz(path, "wieghts"); }) ==
        "cannot read '" + path + "': it has no array 'wieghts'; did you mean 'weights'?");
  CHECK(file_error([&] { read_npz_header(path, "weight"); }) ==
        "cannot read '" + path + "': it has no array 'weight'; did you mean 'weights'?");
  CHECK(file_error([&] { read_npz(path, "nothing alike"); }) ==
        "cannot read '" + path +
            "': it has no array 'nothing alike'; it has 'weights', 'layer/bias', 'ü'");
  std::vector<NamedArray> many;
  for (int i = 10; i < 20; ++i) many.push_back({"key " + std::to_string(i), HostTensor()});
  const ScratchFolder folder;
  write_npz(folder.path("w.npz"), many);
  CHECK(complaint_about(content_of(folder.path("w.npz")), "nothing alike") ==
        "cannot read 'PATH': it has no array 'nothing alike'; it has 'key 10', 'key 11', 'key 12', "
        "'key 13', 'key 14', 'key 15', 'key 16', 'key 17' and 2 more");
}

TEST_CASE("two arrays of one key are not written") {
  const ScratchFolder folder;
  const std::vector<NamedArray> arrays = {{"a", HostTensor()}, {"a", HostTensor()}};
  CHECK(file_error([&] { write_npz(folder.path("w.npz"), arrays); }) ==
        "cannot write 'a' to '" + folder.path("w.npz") + "': File already exists");
  const std::vector<NamedArray> complex = {{"c", HostTensor(DType::complex64, {1})}};
  CHECK(file_error([&] { write_npz(folder.path("w.npz"), complex); }) ==
        "cannot write 'c' to '" + folder.path("w.npz") +
            "': arrays of complex64 are not supported");
  CHECK(folder.files() == 0);
}

TEST_CASE("a file that is no archive is said to be none") {
  CHECK(complaint_about("") == "cannot read 'PATH': it is empty; expected a .npz archive");
  CHECK(complaint_about(content_of(fixture("float32.npy"))) ==
        "cannot read 'PATH': it is no .npz archive (a zip file)");
  CHECK(complaint_about(archive_of_two().substr(0, 300)) ==
        "cannot read 'PATH': it is no .npz archive (a zip file)");
  const ScratchFolder folder;
  CHECK(file_error([&] { npz_keys(folder.path()); }) ==
        "cannot read '" + folder.path() + "': it is a directory");
}

TEST_CASE("a member that claims more than it can unpack to is refused") {
  const std::string stored = archive_of_two();
  CHECK(complaint_about(with_field(stored, "a.npy", kBytes, 4'000'000'000)) ==
        "cannot read 'a' in 'PATH': it claims to hold 4000000000 bytes in 144, which cannot be");
  CHECK(complaint_about(with_field(with_field(stored, "a.npy", kBytes, 4'000'000'000), "a.npy",
                                   kCompressedBytes, 4'000'000'000)) ==
        "cannot read 'a' in 'PATH': it claims to hold 4000000000 bytes in 4000000000, "
        "which cannot be");
}

TEST_CASE("a member's header must agree with its size") {
  const std::string deflated = archive_of_two(NpzMembers::deflated);
  CHECK(complaint_about(with_field(deflated, "a.npy", kBytes, 20'000)) ==
        "cannot read 'a' in 'PATH': its header promises 16 bytes of data (float32 of shape [2,2]), "
        "but 19872 follow");
  CHECK(complaint_about(with_field(deflated, "a.npy", kBytes, 100)) ==
        "cannot read 'a' in 'PATH': it ends within its header: it has 100 bytes, "
        "expected at least 128");
}

TEST_CASE("a member that is damaged, encrypted or packed in a way of its own is refused") {
  const std::string stored = archive_of_two();
  CHECK(complaint_about(with_field(stored, "a.npy", kChecksum, 1)) ==
        "cannot read 'a' in 'PATH': CRC error");
  CHECK(complaint_about(with_field(stored, "a.npy", kMethod, 12)) ==
        "cannot read 'a' in 'PATH': it is compressed by method 12; "
        "expected 0 (stored) or 8 (deflated)");
  CHECK(complaint_about(with_field(stored, "a.npy", kFlags, 1)) ==
        "cannot read 'a' in 'PATH': it is encrypted");
  std::string deflated = archive_of_two(NpzMembers::deflated);
  const std::size_t data = deflated.find("a.npy") + 5;
  deflated.replace(data, 20, 20, '\xff');
  CHECK(complaint_about(deflated) == "cannot read 'a' in 'PATH': Zlib error: data error");
}

TEST_CASE("members that are not arrays are passed over") {
  std::string archive = archive_of_two();
  for (std::size_t at = 0; (at = archive.find("texts/b.npy", at)) != std::string::npos;) {
    archive.replace(at, 11, "texts/b.txt");
  }
  const ScratchFolder folder;
  CHECK(npz_keys(folder.with("w.npz", archive)) == std::vector<std::string>{"a"});
}

}  // namespace graphrun
