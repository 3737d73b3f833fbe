#include "files/array_file.h"

#include <fmt/format.h>

#include "base/error.h"
#include "files/npy_file.h"
#include "files/npz_file.h"

namespace graphrun {
namespace {

std::string key_in(const std::string& path, const std::string& key) {
  if (!key.empty()) return key;
  const auto keys = npz_keys(path);
  if (keys.size() == 1) return keys.front();
  std::string listed;
  for (const std::string& name : keys) listed += (listed.empty() ? "'" : ", '") + name + "'";
  throw Error(ExitStatus::file, fmt::format("'{}' holds {} arrays, one must be named: {}", path,
                                            keys.size(), listed));
}

void refuse_key(const std::string& path, const std::string& key) {
  if (key.empty()) return;
  throw Error(ExitStatus::file,
              fmt::format("'{}' is not an .npz file, so it has no array '{}'", path, key));
}

}  // namespace

bool is_npz(const std::string& path) { return path.ends_with(".npz"); }
bool is_npy(const std::string& path) { return path.ends_with(".npy"); }

ArrayHeader read_array_header(const std::string& path, const std::string& key) {
  if (!is_npz(path)) refuse_key(path, key);
  const NpyHeader header =
      is_npz(path) ? read_npz_header(path, key_in(path, key)) : read_npy_header(path);
  return {header.dtype, header.shape};
}

HostTensor read_array(const std::string& path, const std::string& key) {
  if (is_npz(path)) return read_npz(path, key_in(path, key));
  refuse_key(path, key);
  return read_npy(path);
}

}  // namespace graphrun
