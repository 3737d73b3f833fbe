// An array in a file, by the file's name: .npy, or .npz with a key.

#pragma once

#include <string>

#include "base/host_tensor.h"

namespace graphrun {

struct ArrayHeader {
  DType dtype = DType::float32;
  Shape shape;
};

// `key` is empty for .npy; for .npz it may be empty when the file holds one array.
// Throw Error(file).
ArrayHeader read_array_header(const std::string& path, const std::string& key);
HostTensor read_array(const std::string& path, const std::string& key);

bool is_npz(const std::string& path);
bool is_npy(const std::string& path);

}  // namespace graphrun
