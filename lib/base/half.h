// The two 16-bit floating point types as storage: they convert to and from float, rounding to the
// nearest even, and arithmetic is done in float.

#pragma once

#include <bit>
#include <cstdint>

namespace graphrun {

namespace half_bits {
std::uint16_t from_float(float value);
float to_float(std::uint16_t bits);
}  // namespace half_bits

// IEEE 754 binary16.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  explicit Half(float value) : bits(half_bits::from_float(value)) {}
  explicit operator float() const { return half_bits::to_float(bits); }
};

// The upper half of a float: its range with 8 bits of precision.
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const bool is_nan = (word & 0x7fffffffu) > 0x7f800000u;
    // Adding just under half of the last kept place, or half where that place is odd, rounds to
    // nearest even; a NaN must not be rounded into an infinity.
    bits = is_nan ? static_cast<std::uint16_t>((word >> 16) | 0x40u)
                  : static_cast<std::uint16_t>((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

}  // namespace graphrun
