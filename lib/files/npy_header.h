// What a .npy file says about its array before the bytes of it.
//
// Magic and version (8 bytes), the length of the text (2 bytes; 4 since version 2.0), the text: a
// Python dict, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }", padded with blanks to
// a newline. Format: numpy/lib/format.py of NumPy.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/dtype.h"
#include "base/shape.h"

namespace graphrun {

class ByteSource;

struct NpyHeader {
  DType dtype = DType::float32;
  Shape shape;
  bool fortran_order = false;  // the first extent varies fastest
  bool big_endian = false;
  bool is_unicode = false;            // strings are of 4-byte characters (U), not of bytes (S)
  std::size_t bytes_per_element = 0;  // in the file
  std::size_t data_offset = 0;        // in bytes, from the beginning

  std::uint64_t data_bytes() const {
    return static_cast<std::uint64_t>(shape.elements()) * bytes_per_element;
  }
};

// Leaves `source` where the data begins. Throws Error(file) for an array that we cannot hold, and
// when there is not exactly as much data as the header says: the caller may allocate it.
NpyHeader read_npy_header(ByteSource& source);

// Version 1.0, row-major, little-endian, as numpy writes it. `bytes_per_element` is the longest
// string's. REQUIRES: is_in_npy(dtype).
std::string npy_header_text(DType dtype, const Shape& shape, std::size_t bytes_per_element);

}  // namespace graphrun
