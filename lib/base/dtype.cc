#include "base/dtype.h"

#include <array>

namespace graphrun {
namespace {

enum class Kind : std::uint8_t { floating, integer, other };

struct Row {
  DType dtype;
  std::string_view name;
  std::string_view message_name;
  std::string_view enum_name;
  std::size_t bytes;
  Kind kind;
};

// In the order of DType.
constexpr std::array<Row, kDTypes> kRows = {{
    {DType::float16, "float16", "half", "DT_HALF", 2, Kind::floating},
    {DType::bfloat16, "bfloat16", "bfloat16", "DT_BFLOAT16", 2, Kind::floating},
    {DType::float32, "float32", "float", "DT_FLOAT", 4, Kind::floating},
    {DType::float64, "float64", "double", "DT_DOUBLE", 8, Kind::floating},
    {DType::int8, "int8", "int8", "DT_INT8", 1, Kind::integer},
    {DType::int16, "int16", "int16", "DT_INT16", 2, Kind::integer},
    {DType::int32, "int32", "int32", "DT_INT32", 4, Kind::integer},
    {DType::int64, "int64", "int64", "DT_INT64", 8, Kind::integer},
    {DType::uint8, "uint8", "uint8", "DT_UINT8", 1, Kind::integer},
    {DType::uint16, "uint16", "uint16", "DT_UINT16", 2, Kind::integer},
    {DType::uint32, "uint32", "uint32", "DT_UINT32", 4, Kind::integer},
    {DType::uint64, "uint64", "uint64", "DT_UINT64", 8, Kind::integer},
    {DType::boolean, "bool", "bool", "DT_BOOL", 1, Kind::other},
    {DType::complex64, "complex64", "complex64", "DT_COMPLEX64", 8, Kind::other},
    {DType::complex128, "complex128", "complex128", "DT_COMPLEX128", 16, Kind::other},
    {DType::string, "string", "string", "DT_STRING", sizeof(std::string), Kind::other},
    {DType::resource, "resource", "resource", "DT_RESOURCE", 0, Kind::other},
}};

const Row& row(DType dtype) { return kRows[static_cast<std::size_t>(dtype)]; }

constexpr auto kAll = [] {
  std::array<DType, kDTypes> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kRows[i].dtype;
  return all;
}();

}  // namespace

std::span<const DType> all_dtypes() { return kAll; }
std::size_t bytes_per_element(DType dtype) { return row(dtype).bytes; }
bool is_floating_point(DType dtype) { return row(dtype).kind == Kind::floating; }
bool is_integer(DType dtype) { return row(dtype).kind == Kind::integer; }
std::string_view name(DType dtype) { return row(dtype).name; }
std::string_view message_name(DType dtype) { return row(dtype).message_name; }
std::string_view enum_name(DType dtype) { return row(dtype).enum_name; }

std::optional<DType> parse_dtype(std::string_view text) {
  if (text.starts_with("tf.")) text.remove_prefix(3);
  for (const Row& row : kRows) {
    if (text == row.name || text == row.message_name || text == row.enum_name) return row.dtype;
  }
  return std::nullopt;
}

}  // namespace graphrun
