// The time of a run along a picture.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphrun {

// Lengths are in pixels. Both pictures of a report have the same axis, so that they can be
// compared.
class TimeAxis {
 public:
  static constexpr double kLeft = 150;    // where time begins: before it stand labels
  static constexpr double kRight = 1120;  // where the run ends
  static constexpr double kWidth = 1140;  // of the whole picture

  explicit TimeAxis(std::int64_t wall_ns) : wall_ns_(wall_ns > 0 ? wall_ns : 1) {}

  double x(std::int64_t ns) const {
    return kLeft + (kRight - kLeft) * static_cast<double>(ns) / static_cast<double>(wall_ns_);
  }
  // From `top` to `bottom`, with the times above: a line at each round time.
  std::string grid(double top, double bottom) const;

 private:
  std::int64_t wall_ns_;
};

// Round numbers from 0 to `most`, eight at the most beside 0: 1, 2 or 5 times a power of ten apart.
std::vector<std::int64_t> round_steps(std::int64_t most);

// "12.5": a coordinate, to a tenth of a pixel.
std::string coordinate(double pixels);

}  // namespace graphrun
