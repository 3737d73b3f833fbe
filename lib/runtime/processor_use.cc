#include "runtime/processor_use.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string>
#include <thread>

namespace graphrun {
namespace {

constexpr std::chrono::milliseconds kLeast{250};

std::optional<ProcessorTicks> ticks_now() {
  std::ifstream file("/proc/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return parse_processor_ticks(line);
}

// Of all threads of this process.
double own_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

// "cpu  user nice system idle iowait irq softirq steal ...": what stands behind is part of these.
std::optional<ProcessorTicks> parse_processor_ticks(std::string_view text) {
  constexpr std::size_t kIdle = 3;
  constexpr std::size_t kWaiting = 4;
  if (!text.starts_with("cpu ")) return std::nullopt;
  text.remove_prefix(4);
  std::array<double, 8> ticks{};
  for (double& tick : ticks) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), tick);
    if (status != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  ProcessorTicks sum;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    sum.all += ticks[i];
    if (i != kIdle && i != kWaiting) sum.busy += ticks[i];
  }
  return sum;
}

ProcessorMeter::ProcessorMeter()
    : ticks_(ticks_now()), own_seconds_(own_seconds()), begin_(std::chrono::steady_clock::now()) {}

void ProcessorMeter::wait_for_ticks() const { std::this_thread::sleep_until(begin_ + kLeast); }

std::optional<double> ProcessorMeter::part_of_others() const {
  if (!ticks_ || std::chrono::steady_clock::now() - begin_ < kLeast) return std::nullopt;
  const auto now = ticks_now();
  if (!now || now->all <= ticks_->all) return std::nullopt;
  const double own_ticks =
      (own_seconds() - own_seconds_) * static_cast<double>(sysconf(_SC_CLK_TCK));
  const double others = now->busy - ticks_->busy - own_ticks;
  return std::clamp(others / (now->all - ticks_->all), 0.0, 1.0);
}

}  // namespace graphrun
