#include "files/text_file.h"

#include <unistd.h>

#include <cstdint>
#include <vector>

#include "files/input_file.h"
#include "files/output_file.h"

namespace graphrun {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr std::size_t kStepBytes = std::size_t{1} << 16;

Error too_long(const std::string& name) {
  return cannot_read(name, "it is larger than 1 GiB, the most that is read as text");
}

// To the end, wherever that is: files under /proc say that they are empty.
std::string read_to_end(int descriptor, const std::string& name, std::uint64_t expected_bytes) {
  std::string text;
  text.reserve(expected_bytes);
  std::vector<char> step(kStepBytes);
  while (const std::size_t got = read_some(descriptor, name, step.data(), step.size())) {
    text.append(step.data(), got);
    if (text.size() > kMostBytes) throw too_long(name);
  }
  return text;
}

}  // namespace

std::string read_text_file(const std::string& path) {
  if (path == "-") return read_to_end(STDIN_FILENO, "standard input", 0);
  const InputFile file(path, "; '-' reads standard input");
  if (file.bytes() > kMostBytes) throw too_long(file.name());
  return read_to_end(file.descriptor(), file.name(), file.bytes());
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path == "-" ? "/dev/stdout" : path);
  file.write(text.data(), text.size());
  file.commit();
}

}  // namespace graphrun
