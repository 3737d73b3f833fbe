#include "files/npy_dtype.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "files/file_error.h"

namespace graphrun {
namespace {

struct NpyType {
  DType dtype;
  std::string_view code;  // numpy's, without the byte order
};

constexpr std::array<NpyType, 13> kNpyTypes = {{
    {DType::float16, "f2"},
    {DType::bfloat16, "V2"},  // as ml_dtypes writes it; to numpy alone these are plain bytes
    {DType::float32, "f4"},
    {DType::float64, "f8"},
    {DType::int8, "i1"},
    {DType::int16, "i2"},
    {DType::int32, "i4"},
    {DType::int64, "i8"},
    {DType::uint8, "u1"},
    {DType::uint16, "u2"},
    {DType::uint32, "u4"},
    {DType::uint64, "u8"},
    {DType::boolean, "b1"},
}};

// What numpy can write and we cannot hold, by the letter of its code.
std::string_view unsupported_kind(char letter) {
  switch (letter) {
    case 'O': return "Python objects";
    case 'c': return "complex numbers";
    case 'M':
    case 'm': return "dates or times";
    case 'V': return "raw bytes";
    default: return {};
  }
}

const DType* number(std::string_view code) {
  const auto found = std::ranges::find(kNpyTypes, code, &NpyType::code);
  return found == kNpyTypes.end() ? nullptr : &found->dtype;
}

// Of "S12" and "U12"; nullopt: no such type. 32 bits, so that bytes of it cannot overflow.
std::optional<std::size_t> string_length(std::string_view code) {
  if (!code.starts_with('S') && !code.starts_with('U')) return std::nullopt;
  std::uint32_t length = 0;
  const auto [end, status] = std::from_chars(code.begin() + 1, code.end(), length);
  if (status != std::errc() || end != code.end()) return std::nullopt;
  return length;
}

}  // namespace

NpyDtype parse_npy_dtype(std::string_view descr, const std::string& source) {
  std::string_view code = descr;
  char order = '|';
  if (!code.empty() && std::string_view("<>=|").find(code.front()) != std::string_view::npos) {
    order = code.front();
    code.remove_prefix(1);
  }
  if (code == "bfloat16") code = "V2";
  NpyDtype type{.big_endian = order == '>'};
  // '|V2' is numpy's own for two bytes of anything.
  if (const DType* dtype = number(code); dtype && descr != "|V2" && descr != "V2") {
    type.dtype = *dtype;
    type.bytes_per_element = bytes_per_element(*dtype);
    return type;
  }
  if (const auto length = string_length(code)) {
    type.dtype = DType::string;
    type.is_unicode = code.front() == 'U';
    type.bytes_per_element = *length * (type.is_unicode ? sizeof(char32_t) : 1);
    return type;
  }
  const std::string_view kind = code.empty() ? std::string_view() : unsupported_kind(code.front());
  if (kind.empty()) {
    throw cannot_read(
        source, fmt::format("its dtype {} is not known; {}", quote(descr), kExpectedNpyTypes));
  }
  throw cannot_read(source, fmt::format("it holds {} (dtype {}), which are not supported; {}", kind,
                                        quote(descr), kExpectedNpyTypes));
}

bool is_in_npy(DType dtype) {
  return is_string(dtype) || std::ranges::count(kNpyTypes, dtype, &NpyType::dtype) > 0;
}

std::string npy_descr(DType dtype, std::size_t bytes_per_element) {
  if (is_string(dtype)) return fmt::format("|S{}", bytes_per_element);
  const auto* type = std::ranges::find(kNpyTypes, dtype, &NpyType::dtype);
  return fmt::format("{}{}", bytes_per_element == 1 ? '|' : '<', type->code);
}

}  // namespace graphrun
