// Bytes that are read once, in order: of a file, of memory, of a member of an archive.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "files/file_error.h"

namespace graphrun {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // As messages name it: "'w.npy'", "'b' in 'w.npz'".
  virtual std::string name() const = 0;

  // How many there are in all. An archive may lie; then read() finds out.
  virtual std::uint64_t bytes() const = 0;

  // The next `bytes`; throws Error(file) when there are fewer.
  virtual void read(void* to, std::size_t bytes) = 0;

  // Throws Error(file) unless all has been read, and is what was once written.
  virtual void expect_end() {}
};

// REQUIRES: `content` outlives it.
class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string name, std::string_view content)
      : name_(std::move(name)), content_(content) {}

  std::string name() const override { return name_; }
  std::uint64_t bytes() const override { return content_.size(); }
  void read(void* to, std::size_t bytes) override {
    if (bytes > content_.size() - at_) throw cannot_read(name_, "it ends too early");
    if (bytes > 0) std::memcpy(to, content_.data() + at_, bytes);
    at_ += bytes;
  }

 private:
  std::string name_;
  std::string_view content_;
  std::size_t at_ = 0;
};

}  // namespace graphrun
