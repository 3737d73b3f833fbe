// NumPy 1.14 changed how arrays are printed, so which text is right depends on when a transcript
// was made.

#pragma once

#include <cstdint>

namespace graphrun {

enum class NumpyEra : std::uint8_t {
  legacy,  // up to 1.13: a column for the sign, and 0.30000001 for a float32 of 0.3
  // 1.14 to 1.20: as few digits as tell a number from its neighbours of the same type. (1.21 shows
  // whole numbers to the last digit, 65504 for a float16 of 65500; 2.3 has exponents sooner.)
  modern,
};

}  // namespace graphrun
