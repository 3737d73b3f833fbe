// How .npy files name element types: '<f4' is a little-endian float32, '|S5' a string of 5 bytes.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/dtype.h"

namespace graphrun {

struct NpyDtype {
  DType dtype = DType::float32;
  bool big_endian = false;
  bool is_unicode = false;            // strings are of 4-byte characters (U), not of bytes (S)
  std::size_t bytes_per_element = 0;  // in the file
};

// Throws Error(file) about `source` for types that tensors do not hold.
NpyDtype parse_npy_dtype(std::string_view descr, const std::string& source);

// Said of types that are refused.
inline constexpr std::string_view kExpectedNpyTypes = "expected numbers, booleans or strings";

bool is_in_npy(DType dtype);  // numbers, bool and string; not complex

// Little-endian; strings as bytes. REQUIRES: is_in_npy(dtype).
std::string npy_descr(DType dtype, std::size_t bytes_per_element);

}  // namespace graphrun
