// A regular file, open for reading.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/byte_source.h"

namespace graphrun {

class InputFile final : public ByteSource {
 public:
  // Throws Error(file) for what is missing, may not be read, or is no regular file; none of these
  // is waited for. `pipe_hint` is added to the complaint about a pipe.
  explicit InputFile(std::string path, std::string_view pipe_hint = {});
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() override;

  std::string name() const override;
  std::uint64_t bytes() const override { return bytes_; }  // as it was when it was opened
  void read(void* to, std::size_t bytes) override;

  int descriptor() const { return descriptor_; }
  // The descriptor is the caller's from here on.
  void release() { descriptor_ = -1; }

 private:
  std::string path_;
  std::uint64_t bytes_ = 0;
  int descriptor_ = -1;
};

// What one read() gives, however long it takes; 0 at the end. Throws Error(file).
std::size_t read_some(int descriptor, const std::string& name, void* to, std::size_t bytes);

}  // namespace graphrun
