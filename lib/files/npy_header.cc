#include "files/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "files/byte_source.h"
#include "files/file_error.h"
#include "files/npy_dtype.h"

namespace graphrun {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// Version 1.0 cannot hold more; later ones can, for records, which we do not read.
constexpr std::uint32_t kMostTextBytes = 65535;

class HeaderText {
 public:
  HeaderText(std::string_view text, std::string source) : rest_(text), source_(std::move(source)) {}

  NpyHeader parse() {
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string_view key = string();
      expect(':');
      if (key == "descr") {
        first_of(key, has_descr);
        parse_descr();
      } else if (key == "fortran_order") {
        first_of(key, has_order);
        header_.fortran_order = boolean();
      } else if (key == "shape") {
        first_of(key, has_shape);
        parse_shape();
      } else {
        fail(
            fmt::format("its header has an unknown key {}; expected 'descr', 'fortran_order' and "
                        "'shape'",
                        quote(key)));
      }
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (!rest_.empty()) malformed("its end");
    if (!has_descr) fail("its header has no 'descr'");
    if (!has_order) fail("its header has no 'fortran_order'");
    if (!has_shape) fail("its header has no 'shape'");
    check_size();
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw cannot_read(source_, what); }

  [[noreturn]] void malformed(std::string_view expected) const {
    fail(fmt::format("its header is malformed: expected {} {}", expected,
                     rest_.empty() ? "where it ends" : "before " + quote(rest_)));
  }

  void first_of(std::string_view key, bool& seen) const {
    if (seen) fail(fmt::format("its header has '{}' twice", key));
    seen = true;
  }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }

  bool take(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!take(c)) malformed(fmt::format("'{}'", c));
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  bool boolean() {
    if (take_word("True")) return true;
    if (take_word("False")) return false;
    malformed("True or False");
  }

  // No text that we understand has an escape in it.
  std::string_view string() {
    skip_blanks();
    if (!rest_.starts_with('\'') && !rest_.starts_with('"')) malformed("a string");
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) malformed("a string that ends");
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void parse_descr() {
    skip_blanks();
    if (rest_.starts_with('[') || rest_.starts_with('(')) {
      fail(fmt::format("it holds records (a structured dtype), which are not supported; {}",
                       kExpectedNpyTypes));
    }
    const NpyDtype type = parse_npy_dtype(string(), source_);
    header_.dtype = type.dtype;
    header_.big_endian = type.big_endian;
    header_.is_unicode = type.is_unicode;
    header_.bytes_per_element = type.bytes_per_element;
  }

  void parse_shape() {
    expect('(');
    std::vector<std::int64_t> extents;
    bool is_tuple = true;  // "(3)" is a number to Python, "(3,)" and "()" are tuples
    while (!take(')')) {
      extents.push_back(extent());
      is_tuple = take(',');
      if (is_tuple) continue;
      if (extents.size() == 1) malformed("','");
      expect(')');
      break;
    }
    if (extents.size() > Shape::kMaxRank) {
      fail(fmt::format("its shape has {} dimensions; expected at most {}", extents.size(),
                       Shape::kMaxRank));
    }
    header_.shape = Shape(extents);
  }

  std::int64_t extent() {
    skip_blanks();
    const std::string_view before = rest_;
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(rest_.begin(), rest_.end(), value);
    if (status == std::errc::invalid_argument) malformed("an extent");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.begin()));
    const std::string_view digits = before.substr(0, before.size() - rest_.size());
    if (digits.front() == '-') {
      fail(fmt::format("its shape has a negative extent, {}", quote(digits)));
    }
    if (status != std::errc()) {
      fail(fmt::format("its shape has an extent beyond 63 bits, {}", quote(digits)));
    }
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // Python 2 wrote "3L"
    return value;
  }

  void check_size() const {
    const auto elements = header_.shape.checked_elements();
    std::int64_t bytes = 0;
    if (!elements || __builtin_mul_overflow(
                         *elements, static_cast<std::int64_t>(header_.bytes_per_element), &bytes)) {
      fail(fmt::format("its shape {} is too large for any memory", to_string(header_.shape)));
    }
    // Nothing in the file would vouch for their number.
    if (header_.bytes_per_element == 0 && *elements > 0) {
      fail("it holds strings of no length; expected at least 1");
    }
  }

  std::string_view rest_;
  std::string source_;
  NpyHeader header_;
};

// Little-endian, of `count` bytes.
std::uint32_t read_number(ByteSource& source, std::size_t count) {
  std::array<unsigned char, 4> bytes{};
  source.read(bytes.data(), count);
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
  const auto fail = [&](const std::string& what) { throw cannot_read(source.name(), what); };
  const std::uint64_t size = source.bytes();
  const auto expect_bytes = [&](std::uint64_t bytes) {
    if (size < bytes) {
      fail(fmt::format("it ends within its header: it has {} bytes, expected at least {}", size,
                       bytes));
    }
  };
  if (size == 0) fail("it is empty; expected a .npy array");

  std::string magic(std::min<std::uint64_t>(kMagic.size(), size), '\0');
  source.read(magic.data(), magic.size());
  if (!kMagic.starts_with(magic)) {
    fail(fmt::format("it is no .npy array: it does not begin with '\\x93NUMPY'"));
  }
  std::size_t offset = kMagic.size() + 2;
  expect_bytes(offset);
  const std::uint32_t major = read_number(source, 1);
  const std::uint32_t minor = read_number(source, 1);
  if (major < 1 || major > 3 || minor != 0) {
    fail(fmt::format("its format has version {}.{}; expected 1.0, 2.0 or 3.0", major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  offset += length_bytes;
  expect_bytes(offset);
  const std::uint32_t text_bytes = read_number(source, length_bytes);
  if (text_bytes > kMostTextBytes) {
    fail(fmt::format("its header has {} bytes; expected at most {}", text_bytes, kMostTextBytes));
  }
  offset += text_bytes;
  expect_bytes(offset);
  std::string text(text_bytes, '\0');
  source.read(text.data(), text.size());

  NpyHeader header = HeaderText(text, source.name()).parse();
  header.data_offset = offset;
  if (header.data_bytes() != size - offset) {
    fail(fmt::format("its header promises {} bytes of data ({} of shape {}), but {} follow",
                     header.data_bytes(), name(header.dtype), to_string(header.shape),
                     size - offset));
  }
  return header;
}

std::string npy_header_text(DType dtype, const Shape& shape, std::size_t bytes_per_element) {
  const std::string descr = npy_descr(dtype, bytes_per_element);
  std::string extents;
  for (const std::int64_t extent : shape.extents()) extents += fmt::format("{}, ", extent);
  if (shape.rank() == 1) {
    extents.pop_back();  // "(3,)"
  } else if (shape.rank() > 1) {
    extents.resize(extents.size() - 2);  // "(3, 4)"
  }
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, extents);
  // The data begin on a multiple of 64 bytes, for those who map files to memory.
  const std::size_t unpadded = kMagic.size() + 4 + text.size() + 1;
  text.append((64 - unpadded % 64) % 64, ' ');
  text += '\n';
  std::string header(kMagic);
  header += {1, 0, static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

}  // namespace graphrun
