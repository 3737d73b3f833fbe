#include "model/value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

namespace graphrun {
namespace {

std::string float_text(double number) {
  if (std::isnan(number)) return ".nan";
  if (std::isinf(number)) return number < 0 ? "-.inf" : ".inf";
  // Python turns to exponents where these do.
  constexpr double kLeastFixed = 1e-4;
  constexpr double kFirstNotFixed = 1e16;
  const double size = std::abs(number);
  const bool is_fixed = number == 0 || (size >= kLeastFixed && size < kFirstNotFixed);
  std::array<char, 64> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                    is_fixed ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), end);
  if (is_fixed && text.find('.') == std::string::npos) text += ".0";
  return text;
}

void write(const Value& value, std::string& out) {
  if (const auto* integer = std::get_if<std::int64_t>(&value.of)) {
    out += std::to_string(*integer);
  } else if (const auto* number = std::get_if<double>(&value.of)) {
    out += float_text(*number);
  } else if (const auto* truth = std::get_if<bool>(&value.of)) {
    out += *truth ? "true" : "false";
  } else if (const auto* text = std::get_if<std::string>(&value.of)) {
    out += *text;
  } else {
    out += '[';
    bool is_first = true;
    for (const Value& element : std::get<ValueList>(value.of)) {
      if (!std::exchange(is_first, false)) out += ", ";
      write(element, out);
    }
    out += ']';
  }
}

using Number = std::variant<std::int64_t, double>;

std::size_t digits_at_front(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  return end == std::string_view::npos ? text.size() : end;
}

bool is_one_of(std::string_view text, std::string_view a, std::string_view b, std::string_view c) {
  return text == a || text == b || text == c;
}

// The digits after "0x" or "0o".
std::optional<Number> integer_in_base(std::string_view digits, int base) {
  std::uint64_t integer = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, integer, base);
  if (digits.empty() || stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc() && integer <= std::numeric_limits<std::int64_t>::max()) {
    return Number{static_cast<std::int64_t>(integer)};
  }
  double number = 0;
  for (const char digit : digits) {
    const int worth = digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
    number = number * base + worth;
  }
  return Number{number};
}

// REQUIRES: `text` is spelt as a decimal number, without a '+' in front.
double decimal_float(std::string_view text) {
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  // strtod tells too large (infinity) from too small (zero), which from_chars does not.
  if (result.ec == std::errc::result_out_of_range) {
    number = std::strtod(std::string(text).c_str(), nullptr);
  }
  return number;
}

std::optional<Number> number_of(std::string_view text) {
  if (text.starts_with("0x")) return integer_in_base(text.substr(2), 16);
  if (text.starts_with("0o")) return integer_in_base(text.substr(2), 8);
  if (is_one_of(text, ".nan", ".NaN", ".NAN")) {
    return Number{std::numeric_limits<double>::quiet_NaN()};
  }
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  const bool is_negative = text.starts_with('-');
  std::string_view rest = text.substr(is_negative ? 1 : 0);
  if (is_one_of(rest, ".inf", ".Inf", ".INF")) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return Number{is_negative ? -kInfinity : kInfinity};
  }

  const std::size_t whole_digits = digits_at_front(rest);
  rest.remove_prefix(whole_digits);
  if (rest.empty() && whole_digits > 0) {
    std::int64_t integer = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), integer);
    return result.ec == std::errc() ? Number{integer} : Number{decimal_float(text)};
  }
  std::size_t fraction_digits = 0;
  if (rest.starts_with('.')) {
    fraction_digits = digits_at_front(rest.substr(1));
    rest.remove_prefix(1 + fraction_digits);
  }
  if (whole_digits + fraction_digits == 0) return std::nullopt;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    if (rest.empty()) return std::nullopt;
    rest.remove_prefix(digits_at_front(rest));
  }
  if (!rest.empty()) return std::nullopt;
  return Number{decimal_float(text)};
}

}  // namespace

std::string to_text(const Value& value) {
  std::string text;
  write(value, text);
  return text;
}

std::string_view kind(const Value& value) {
  constexpr std::array<std::string_view, 5> kKinds = {"integer", "float", "bool", "text", "list"};
  return kKinds[value.of.index()];
}

Value plain_scalar(std::string_view text) {
  constexpr std::string_view kStartsOfNumbers = "0123456789+-.";
  if (!text.empty() && kStartsOfNumbers.find(text.front()) != std::string_view::npos) {
    if (const std::optional<Number> number = number_of(text)) {
      return std::visit([](auto content) { return Value{content}; }, *number);
    }
  }
  if (is_one_of(text, "true", "True", "TRUE")) return Value{true};
  if (is_one_of(text, "false", "False", "FALSE")) return Value{false};
  return Value{std::string(text)};
}

}  // namespace graphrun
