#include "app/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"

namespace graphrun {
namespace {

Color color_of_errors = Color::automatic;

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kPlain = "\x1b[0m";

bool is_colored() {
  if (color_of_errors != Color::automatic) return color_of_errors == Color::always;
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

// "   |      ^ did you mean": the line below a quoted one.
bool is_caret_line(std::string_view line) {
  const std::size_t bar = line.find_first_not_of(' ');
  if (bar == std::string_view::npos || line[bar] != '|') return false;
  const std::size_t caret = line.find_first_not_of(' ', bar + 1);
  return caret != std::string_view::npos && line[caret] == '^';
}

std::string colored(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const std::size_t end = message.find('\n');
    const std::string_view line = message.substr(0, end);
    const bool is_head = !line.starts_with(' ') && !line.starts_with('\t');
    const std::string_view color = is_caret_line(line) ? kRed : is_head ? kBold : "";
    text += color;
    text += line;
    if (!color.empty()) text += kPlain;
    if (end == std::string_view::npos) break;
    text += '\n';
    message.remove_prefix(end + 1);
  }
  return text;
}

[[noreturn]] void fail() {
  throw Error(ExitStatus::file,
              std::string("cannot write standard output: ") + std::strerror(errno));
}

}  // namespace

void set_color(Color color) { color_of_errors = color; }

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail();
}

void print_note(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void print_error(std::string_view message) {
  std::fflush(stdout);  // what was written before comes before
  print_note(is_colored() ? colored(message) : std::string(message));
  print_note("\n");
}

}  // namespace graphrun
