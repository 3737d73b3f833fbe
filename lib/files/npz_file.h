// Several arrays in one file, each a .npy file in a zip archive, as numpy.savez writes them. A key
// is the name of a member without its ".npy"; other members are ignored. All failures are
// Error(file).

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/host_tensor.h"
#include "files/npy_header.h"

namespace graphrun {

// In the order of the archive.
std::vector<std::string> npz_keys(const std::string& path);

NpyHeader read_npz_header(const std::string& path, const std::string& key);
HostTensor read_npz(const std::string& path, const std::string& key);

struct NamedArray {
  std::string key;
  HostTensor array;
};

enum class NpzMembers { stored, deflated };

// As OutputFile writes; the archive is made in memory first. The same arrays make the same bytes.
void write_npz(const std::string& path, std::span<const NamedArray> arrays,
               NpzMembers members = NpzMembers::stored);

}  // namespace graphrun
