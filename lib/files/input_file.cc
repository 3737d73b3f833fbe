#include "files/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace graphrun {
namespace {

// Empty for a regular file.
std::string why_not_regular(const struct stat& status, std::string_view pipe_hint) {
  if (S_ISREG(status.st_mode)) return {};
  if (S_ISDIR(status.st_mode)) return "it is a directory";
  if (S_ISFIFO(status.st_mode)) return fmt::format("it is a pipe{}", pipe_hint);
  if (S_ISSOCK(status.st_mode)) return "it is a socket";
  return "it is a device";
}

}  // namespace

InputFile::InputFile(std::string path, std::string_view pipe_hint) : path_(std::move(path)) {
  if (path_.find('\0') != std::string::npos) {
    throw cannot_read(quote(path_), "a path cannot hold a NUL character");
  }
  // Opening is an event to a pipe's writer and to some devices, so the path is looked at first; and
  // again when it is open, as it may have changed in between. O_NONBLOCK is for that case.
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) throw cannot_read(name(), system_reason(errno));
  std::string fault = why_not_regular(status, pipe_hint);
  if (!fault.empty()) throw cannot_read(name(), fault);

  descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor_ < 0) throw cannot_read(name(), system_reason(errno));
  fault =
      fstat(descriptor_, &status) != 0 ? system_reason(errno) : why_not_regular(status, pipe_hint);
  if (!fault.empty()) {
    close(descriptor_);
    throw cannot_read(name(), fault);
  }
  bytes_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);  // nothing was written that could be lost
}

std::string InputFile::name() const { return quote_path(path_); }

void InputFile::read(void* to, std::size_t bytes) {
  auto* at = static_cast<std::byte*>(to);
  while (bytes > 0) {
    const std::size_t got = read_some(descriptor_, name(), at, bytes);
    if (got == 0) throw cannot_read(name(), "it became shorter while it was read");
    at += got;
    bytes -= got;
  }
}

std::size_t read_some(int descriptor, const std::string& name, void* to, std::size_t bytes) {
  for (;;) {
    const ssize_t got = ::read(descriptor, to, bytes);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EAGAIN) {  // whoever shares our standard input made it so
      pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
      poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      throw cannot_read(name, system_reason(errno));
    }
  }
}

}  // namespace graphrun
