#include "report/float_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace graphrun {
namespace {

using Words = std::vector<std::string>;

constexpr int kPrecision = 8;  // digits after the point, at most

std::string without_trailing_zeros(std::string text) {
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

template <typename T, typename... Precision>
std::string written(T value, std::chars_format format, Precision... precision) {
  std::array<char, 64> text;  // numbers of 1e8 and more are never written in fixed notation
  const auto result =
      std::to_chars(text.data(), text.data() + text.size(), value, format, precision...);
  assert(result.ec == std::errc());
  return {text.data(), result.ptr};
}

// "-1.25e-05". Exact but for the last digit, which is rounded.
std::string scientific(double value, int fraction) {
  return written(value, std::chars_format::scientific, fraction);
}

std::string fixed(double value, int fraction) {
  return written(value, std::chars_format::fixed, fraction);
}

std::string shortest_half(double value) {
  const Half half(static_cast<float>(value));
  const auto reads_back = [&](const std::string& text) {
    float read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    return Half(read).bits == half.bits;
  };
  // Half way between two texts, the even digit is tried first. 2^-6 = 0.015625 needs the other: its
  // neighbour below is nearer than the one above, so 0.01562 is too low.
  const double beyond = std::nextafter(value, 2 * value);
  for (int fraction = 0;; ++fraction) {
    for (const double rounded : {value, beyond}) {
      std::string text = scientific(rounded, fraction);
      if (reads_back(text)) return text;
    }
  }
}

// In scientific notation, with the fewest digits that read back as the same number of its type.
std::string shortest(double value, DType dtype) {
  constexpr auto kScientific = std::chars_format::scientific;
  switch (dtype) {
    case DType::float16: return shortest_half(value);
    case DType::float64: return written(value, kScientific);
    default: return written(static_cast<float>(value), kScientific);
  }
}

std::string special_text(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

// Of the longest special value; 0 where there is none.
std::size_t special_width(std::span<const double> values) {
  std::size_t width = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) width = std::max(width, special_text(value).size());
  }
  return width;
}

// As a division of the type itself is rounded.
double quotient(double a, double b, DType dtype) {
  if (dtype == DType::float64) return a / b;
  const float rounded = static_cast<float>(a) / static_cast<float>(b);
  return dtype == DType::float16 ? static_cast<float>(Half(rounded)) : rounded;
}

struct Magnitudes {  // of what is neither 0 nor special; both 0 where all is
  double least = 0;
  double greatest = 0;
};

Magnitudes magnitudes(std::span<const double> values) {
  Magnitudes found;
  for (const double value : values) {
    if (value == 0 || !std::isfinite(value)) continue;
    const double size = std::abs(value);
    found.least = found.greatest == 0 ? size : std::min(found.least, size);
    found.greatest = std::max(found.greatest, size);
  }
  return found;
}

bool wants_exponents(const Magnitudes& of, DType dtype) {
  if (of.greatest == 0) return false;
  return of.greatest >= 1e8 || of.least < 1e-4 || quotient(of.greatest, of.least, dtype) > 1000;
}

// A decimal number taken apart at the point; the sign belongs to `whole`.
struct Decimal {
  std::string whole;
  std::string fraction;  // no trailing zeros
};

Decimal split(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return {text, ""};
  return {text.substr(0, point), without_trailing_zeros(text.substr(point + 1))};
}

// Scientific notation, taken apart too: "-1.25e-05" is {"-1", "25"}, "-05".
struct Exponential {
  Decimal mantissa;
  std::string exponent;  // with its sign
};

Exponential split_exponential(const std::string& text) {
  const std::size_t e = text.find('e');
  return {split(text.substr(0, e)), text.substr(e + 1)};
}

// Moves the point to where it belongs without an exponent.
Decimal positional(const std::string& scientific_text) {
  auto [mantissa, exponent_text] = split_exponential(scientific_text);
  const int exponent = std::stoi(exponent_text);
  if (exponent >= 0) {
    const auto moved = static_cast<std::size_t>(exponent);
    std::string& digits = mantissa.fraction;
    if (digits.size() < moved) digits.resize(moved, '0');
    return {mantissa.whole + digits.substr(0, moved), digits.substr(moved)};
  }
  const bool is_negative = mantissa.whole.front() == '-';
  const std::string zeros(static_cast<std::size_t>(-exponent - 1), '0');
  return {is_negative ? "-0" : "0", zeros + mantissa.whole.back() + mantissa.fraction};
}

// Special values stand at the right end of the column that the numbers make.
Words modern_fixed(std::span<const double> values, DType dtype) {
  std::vector<Decimal> decimals;
  std::size_t whole = 0;
  std::size_t fraction = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      decimals.emplace_back();
      continue;
    }
    Decimal decimal = positional(shortest(value, dtype));
    if (decimal.fraction.size() > kPrecision) decimal = split(fixed(value, kPrecision));
    whole = std::max(whole, decimal.whole.size());
    fraction = std::max(fraction, decimal.fraction.size());
    decimals.push_back(std::move(decimal));
  }
  const std::size_t special = special_width(values);
  if (whole + 1 + fraction < special) whole = special - 1 - fraction;

  Words words;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      words.push_back(fmt::format("{:>{}}", special_text(values[i]), whole + 1 + fraction));
      continue;
    }
    std::string& after_point = decimals[i].fraction;
    after_point.resize(fraction, ' ');
    words.push_back(fmt::format("{:>{}}", decimals[i].whole, whole) + '.' + after_point);
  }
  return words;
}

// "1.50e-05" with `exponent_digits` of 3 is "1.50e-005"; the point is always there.
std::string exponential(double value, int fraction, std::size_t exponent_digits) {
  std::string text = scientific(value, fraction);
  const std::size_t e = text.find('e');
  const std::size_t digits = text.size() - e - 2;
  if (digits < exponent_digits) text.insert(e + 2, exponent_digits - digits, '0');
  if (fraction == 0) text.insert(e, 1, '.');
  return text;
}

// All have the digits of the one that needs most, even those which that makes longer than needed.
Words modern_exponential(std::span<const double> values, DType dtype) {
  std::size_t fraction = 0;
  std::size_t exponent_digits = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    Exponential parts = split_exponential(shortest(value, dtype));
    if (parts.mantissa.fraction.size() > kPrecision) {
      parts = split_exponential(scientific(value, kPrecision));
    }
    fraction = std::max(fraction, parts.mantissa.fraction.size());
    exponent_digits = std::max(exponent_digits, parts.exponent.size() - 1);
  }
  Words words;
  for (const double value : values) {
    words.push_back(std::isfinite(value)
                        ? exponential(value, static_cast<int>(fraction), exponent_digits)
                        : special_text(value));
  }
  const std::size_t width = std::ranges::max(words, {}, &std::string::size).size();
  for (std::string& word : words) word = fmt::format("{:>{}}", word, width);
  return words;
}

Words legacy_fixed(std::span<const double> values, double greatest) {
  std::size_t fraction = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    fraction = std::max(fraction, split(fixed(value, kPrecision)).fraction.size());
  }
  std::size_t width = std::to_string(static_cast<std::int64_t>(greatest)).size() + fraction + 2;
  const bool has_special = special_width(values) > 0;
  if (has_special) width = std::max<std::size_t>(width, 4);  // room for "-inf", even if none is

  Words words;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      words.push_back(fmt::format("{:>{}}", special_text(value), width));
      continue;
    }
    std::string text = fixed(value, static_cast<int>(fraction));
    if (fraction == 0) text += '.';
    text = fmt::format("{:>{}}", text, width);
    const std::size_t length = text.size();
    text = without_trailing_zeros(std::move(text));
    text.resize(length, ' ');
    words.push_back(std::move(text));
  }
  return words;
}

Words legacy_exponential(std::span<const double> values, const Magnitudes& of) {
  const bool has_large_exponent = of.least < 1e-99 || of.greatest >= 1e100;
  const std::size_t width = has_large_exponent ? 17 : 16;
  Words words;
  for (const double value : values) {
    const std::string text = std::isfinite(value)
                                 ? exponential(value, kPrecision, has_large_exponent ? 3 : 2)
                                 : special_text(value);
    words.push_back(fmt::format("{:>{}}", text, width));
  }
  return words;
}

std::string modern_scalar(double value, DType dtype) {
  const double size = std::abs(value);
  std::string text = shortest(value, dtype);
  if (size != 0 && (size < 1e-4 || size >= 1e16)) return text;
  const auto [whole, fraction] = positional(text);
  return whole + '.' + (fraction.empty() ? "0" : fraction);
}

// The digits are those of NumPy 1.13's scalartypes.c.
std::string legacy_scalar(double value, DType dtype) {
  const int digits = dtype == DType::float64 ? 12 : dtype == DType::float16 ? 5 : 6;
  std::string text = written(value, std::chars_format::general, digits);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string float_scalar_text(double value, DType dtype, NumpyEra era) {
  if (!std::isfinite(value)) return special_text(value);
  return era == NumpyEra::modern ? modern_scalar(value, dtype) : legacy_scalar(value, dtype);
}

std::vector<std::string> float_element_texts(std::span<const double> values, DType dtype,
                                             NumpyEra era) {
  const Magnitudes found = magnitudes(values);
  const bool exponents = wants_exponents(found, dtype);
  if (era == NumpyEra::modern) {
    return exponents ? modern_exponential(values, dtype) : modern_fixed(values, dtype);
  }
  return exponents ? legacy_exponential(values, found) : legacy_fixed(values, found.greatest);
}

}  // namespace graphrun
