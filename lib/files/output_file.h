// A file that appears whole or not at all: it is written beside its place, as "<path>.tmp.<pid>",
// and renamed when it is complete. A pipe, a device, or an open descriptor ("/dev/stdout") cannot
// be renamed over and is written directly.
//
// Symbolic links are followed. A file that is replaced hands on its permissions and, where we may
// give it, its owner.

#pragma once

#include <cstddef>
#include <string>

namespace graphrun {

class OutputFile {
 public:
  // Throws Error(file), as do the others.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // without commit(): leaves everything as it was

  void write(const void* from, std::size_t bytes);

  // REQUIRES: called once, last.
  void commit();

 private:
  void open_beside();
  void open_directly();
  void remove_temporary() noexcept;

  std::string path_;       // as the user wrote it
  std::string target_;     // with links followed
  std::string temporary_;  // empty: written directly
  int descriptor_ = -1;
};

}  // namespace graphrun
