// How much of this machine's processors other programs had while we measured: what makes times of
// one process unlike those of the next, and is not to be seen in either.

#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace graphrun {

// Since the machine was started, over all processors, in ticks of the system's clock.
struct ProcessorTicks {
  double all = 0;
  double busy = 0;  // with any program's work, or taken by the host of a virtual machine

  friend bool operator==(const ProcessorTicks&, const ProcessorTicks&) = default;
};

// From the text of /proc/stat; nullopt: it is not such a text.
std::optional<ProcessorTicks> parse_processor_ticks(std::string_view text);

class ProcessorMeter {
 public:
  ProcessorMeter();  // measures from here on

  // Ticks are long: waits until there are enough of them for a figure, a quarter of a second from
  // the beginning.
  void wait_for_ticks() const;

  // The part of all processors' time that others had; nullopt where there were too few ticks, or
  // the system does not tell.
  std::optional<double> part_of_others() const;

 private:
  std::optional<ProcessorTicks> ticks_;
  double own_seconds_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace graphrun
