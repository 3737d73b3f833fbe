#include "app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "app/output.h"

namespace graphrun {
namespace {

constexpr int kCells = 30;
constexpr std::chrono::milliseconds kBetween{100};
// A line that is longer than the terminal is wide could not be written over.
constexpr std::size_t kMostLabel = 40;

}  // namespace

ProgressBar::ProgressBar(bool is_wanted)
    : is_shown_on_terminal_(is_wanted && isatty(STDERR_FILENO) != 0) {}

void ProgressBar::show(std::string_view label, double part) {
  if (!is_shown_on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (has_line_ && now - last_ < kBetween) return;
  last_ = now;
  has_line_ = true;
  const int cells = static_cast<int>(std::clamp(part, 0.0, 1.0) * kCells);
  print_note(fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  {}\x1b[K", "", cells, "", kCells - cells,
                         100 * part, label.substr(0, kMostLabel)));
}

void ProgressBar::clear() {
  if (has_line_) print_note("\r\x1b[K");
  has_line_ = false;
}

}  // namespace graphrun
