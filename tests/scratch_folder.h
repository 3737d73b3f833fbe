// Files of a test: a folder that lives as long as the test, and what it takes to fail in it.

#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "catch.h"

namespace graphrun {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = std::filesystem::temp_directory_path() / "graphrun-test-XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;  // what cannot be removed is in /tmp
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path(const std::string& file = {}) const {
    return file.empty() ? path_ : path_ / file;
  }

  // The path of a new file.
  std::string with(const std::string& file, const std::string& content) const {
    std::ofstream(path(file), std::ios::binary) << content;
    return path(file);
  }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The message of the Error(file) that `action` must end in.
template <typename Action>
std::string file_error(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::file);
    return error.what();
  }
  return "no error";
}

// Permissions mean nothing to root, as whom tests run in containers.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() {
    if (was_root_) REQUIRE(seteuid(65534) == 0);
  }
  AsOrdinaryUser(const AsOrdinaryUser&) = delete;
  AsOrdinaryUser& operator=(const AsOrdinaryUser&) = delete;
  ~AsOrdinaryUser() {
    if (was_root_ && seteuid(0) != 0) std::abort();
  }

 private:
  bool was_root_ = geteuid() == 0;
};

}  // namespace graphrun
