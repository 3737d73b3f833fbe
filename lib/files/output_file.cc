#include "files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>

#include "files/file_error.h"

namespace graphrun {
namespace {

constexpr int kMostLinks = 40;  // as Linux follows

// N for a path that means descriptor N of this process. To open such a path anew would lose its
// place in the file, and to rename over it would take the file from whoever holds it open.
std::optional<int> named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = 0;
    const auto [end, status] = std::from_chars(digits.begin(), digits.end(), number);
    if (status == std::errc() && end == digits.end()) return number;
  }
  return std::nullopt;
}

// What the path finally names, which need not exist.
std::string follow_links(const std::string& path) {
  std::filesystem::path at = path;
  for (int links = 0; links < kMostLinks; ++links) {
    if (named_descriptor(at.native())) return at;
    std::error_code not_a_link;
    const std::filesystem::path to = std::filesystem::read_symlink(at, not_a_link);
    if (not_a_link) return at;
    at = at.parent_path() / to;
  }
  throw cannot_write(quote_path(path), system_reason(ELOOP));
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.find('\0') != std::string::npos) {
    throw cannot_write(quote(path_), "a path cannot hold a NUL character");
  }
  target_ = follow_links(path_);
  if (const auto number = named_descriptor(target_)) {
    if (*number == STDOUT_FILENO) std::cout.flush();  // what was printed before stays before
    descriptor_ = fcntl(*number, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) throw cannot_write(quote_path(path_), system_reason(errno));
    return;
  }
  struct stat status {};
  const bool exists = stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw cannot_write(quote_path(path_), "it is a directory");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    open_directly();
  } else {
    open_beside();
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);  // given up: what it would say no longer matters
  remove_temporary();
}

void OutputFile::open_beside() {
  struct stat old {};
  const bool replaces = stat(target_.c_str(), &old) == 0;
  // A rename asks only the folder; the file may have been protected on purpose.
  if (replaces && faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
    throw cannot_write(quote_path(path_), system_reason(errno));
  }
  const std::string beside = fmt::format("{}.tmp.{}", target_, getpid());
  const mode_t mode = replaces ? old.st_mode & 0777 : 0666;
  descriptor_ = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor_ < 0) {
    throw cannot_write(quote_path(path_), errno == EEXIST
                                              ? fmt::format("'{}' is in the way", beside)
                                              : system_reason(errno));
  }
  temporary_ = beside;
  if (!replaces) return;
  // Best effort: only root may give a file away, and the content is right either way.
  if ((old.st_uid != geteuid() || old.st_gid != getegid()) &&
      fchown(descriptor_, old.st_uid, old.st_gid) != 0) {
    return;  // the old owner's permissions are not the new one's
  }
  fchmod(descriptor_, mode);  // open() took the umask off
}

void OutputFile::open_directly() {
  // To open a pipe waits for its reader, unless told not to.
  descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor_ < 0) {
    throw cannot_write(quote_path(path_),
                       errno == ENXIO ? "nobody reads from it" : system_reason(errno));
  }
  fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
}

void OutputFile::remove_temporary() noexcept {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(const void* from, std::size_t bytes) {
  const auto* at = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const ssize_t done = ::write(descriptor_, at, bytes);
    if (done >= 0) {
      at += done;
      bytes -= static_cast<std::size_t>(done);
    } else if (errno == EAGAIN) {  // whoever shares our standard output made it so
      pollfd wanted{.fd = descriptor_, .events = POLLOUT, .revents = 0};
      poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      throw cannot_write(quote_path(path_), system_reason(errno));
    }
  }
}

void OutputFile::commit() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  // A full disk may show only here.
  if (close(descriptor) != 0) throw cannot_write(quote_path(path_), system_reason(errno));
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw cannot_write(quote_path(path_), system_reason(errno));
  }
  temporary_.clear();
}

}  // namespace graphrun
