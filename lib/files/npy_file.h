// Arrays in .npy files, as numpy.save writes and numpy.load reads them.
//
// Read are versions 1.0 to 3.0, row-major and Fortran order, either byte order, and the types that
// tensors hold: numbers, booleans, strings (S and U, which becomes UTF-8), and bfloat16 ('<V2').
// Objects, records, complex numbers and dates are refused. All failures are Error(file).

#pragma once

#include <string>

#include "base/host_tensor.h"
#include "files/npy_header.h"

namespace graphrun {

class ByteSource;

// Without reading the data, but knowing that there is as much of it as the header says.
NpyHeader read_npy_header(const std::string& path);

HostTensor read_npy(const std::string& path);
HostTensor read_npy(ByteSource& source);

// As OutputFile writes. Strings are written as S<n>, which pads with NUL: one that ends in NUL
// is refused.
void write_npy(const std::string& path, const HostTensor& tensor);

// The bytes of a .npy file, in two parts so that the elements need not be copied.
struct NpyBytes {
  std::string header;
  HostTensor data;  // its bytes are the file's
};
// `name` is whom an Error complains about: "'w.npy'".
NpyBytes npy_bytes(const HostTensor& tensor, const std::string& name);

}  // namespace graphrun
