#include "model/expression_numbers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

namespace graphrun::expression {
namespace {

using Integer = std::int64_t;

constexpr double kTwoTo63 = 9223372036854775808.0;

const Integer* integer_in(const Value& value) { return std::get_if<Integer>(&value.of); }

std::string written(BinaryOperator op, const Value& left, const Value& right) {
  return fmt::format("'{} {} {}'", to_text(left), symbol(op), to_text(right));
}

[[noreturn]] void fail_division_by_zero(BinaryOperator op, const Value& left, const Value& right,
                                        const Site& site) {
  site.fail("division by zero in " + written(op, left, right));
}

// nullopt: overflow. REQUIRES: `exponent` >= 0.
std::optional<Integer> integer_power(Integer base, Integer exponent) {
  Integer result = 1;
  while (true) {
    if (exponent % 2 != 0 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
    exponent /= 2;
    if (exponent == 0) return result;
    if (__builtin_mul_overflow(base, base, &base)) return std::nullopt;
  }
}

// These round down, where C++ rounds towards zero. REQUIRES: `right` is neither 0 nor -1.
Integer floor_quotient(Integer left, Integer right) {
  const Integer quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

Integer floor_remainder(Integer left, Integer right) {
  const Integer remainder = left % right;
  return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder;
}

// nullopt: overflow. REQUIRES: the result of `op` is an integer.
std::optional<Integer> integer_result(BinaryOperator op, Integer left, Integer right) {
  Integer result = 0;
  switch (op) {
    case BinaryOperator::add:
      if (__builtin_add_overflow(left, right, &result)) return std::nullopt;
      return result;
    case BinaryOperator::subtract:
      if (__builtin_sub_overflow(left, right, &result)) return std::nullopt;
      return result;
    case BinaryOperator::multiply:
      if (__builtin_mul_overflow(left, right, &result)) return std::nullopt;
      return result;
    case BinaryOperator::floor_divide:
      // The one quotient that can overflow, and C++ must not be asked for it.
      if (right == -1) return integer_result(BinaryOperator::subtract, 0, left);
      return floor_quotient(left, right);
    case BinaryOperator::modulo:
      if (right == -1) return 0;
      return floor_remainder(left, right);
    case BinaryOperator::power: return integer_power(left, right);
    case BinaryOperator::divide: break;  // a float
  }
  return std::nullopt;
}

// The remainder has the divisor's sign; left == quotient * right + remainder, as far as floats go.
struct FloorDivision {
  double quotient;
  double remainder;
};

FloorDivision floor_divide(double left, double right) {
  double remainder = std::fmod(left, right);
  // Whole but for rounding, which may leave it a little below; a half is a float's last digit.
  const double nearly = (left - remainder) / right;
  double quotient = std::floor(nearly);
  if (nearly - quotient > 0.5) quotient += 1;
  if (remainder == 0) {
    remainder = std::copysign(0.0, right);
  } else if ((remainder < 0) != (right < 0)) {
    remainder += right;
    quotient -= 1;
  }
  if (quotient == 0) quotient = std::copysign(0.0, left / right);
  return {quotient, remainder};
}

bool divides(BinaryOperator op) {
  return op == BinaryOperator::divide || op == BinaryOperator::floor_divide ||
         op == BinaryOperator::modulo;
}

double float_power(const Value& left, const Value& right, const Site& site) {
  const double base = *number_in(left);
  const double exponent = *number_in(right);
  if (base == 0 && exponent < 0) fail_division_by_zero(BinaryOperator::power, left, right, site);
  if (base < 0 && std::isfinite(base) && std::isfinite(exponent) &&
      exponent != std::floor(exponent)) {
    site.fail(written(BinaryOperator::power, left, right) + " is not a real number");
  }
  const double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) {
    site.fail("float overflow in " + written(BinaryOperator::power, left, right));
  }
  return result;
}

double float_result(BinaryOperator op, const Value& left, const Value& right, const Site& site) {
  const double a = *number_in(left);
  const double b = *number_in(right);
  if (divides(op) && b == 0) fail_division_by_zero(op, left, right, site);
  switch (op) {
    case BinaryOperator::add: return a + b;
    case BinaryOperator::subtract: return a - b;
    case BinaryOperator::multiply: return a * b;
    case BinaryOperator::divide: return a / b;
    case BinaryOperator::floor_divide: return floor_divide(a, b).quotient;
    case BinaryOperator::modulo: return floor_divide(a, b).remainder;
    case BinaryOperator::power: break;
  }
  return float_power(left, right, site);
}

// Exactly, where turning the integer into a float would round it.
std::partial_ordering order(Integer integer, double number) {
  if (std::isnan(number)) return std::partial_ordering::unordered;
  if (number >= kTwoTo63) return std::partial_ordering::less;
  if (number < -kTwoTo63) return std::partial_ordering::greater;
  const auto whole = static_cast<Integer>(number);
  if (integer != whole) return integer <=> whole;
  return 0.0 <=> number - static_cast<double>(whole);
}

std::partial_ordering reversed(std::partial_ordering order) { return 0 <=> order; }

}  // namespace

std::string_view symbol(BinaryOperator op) {
  constexpr std::array<std::string_view, 7> kSymbols = {"+", "-", "*", "/", "//", "%", "**"};
  return kSymbols[static_cast<std::size_t>(op)];
}

std::optional<double> number_in(const Value& value) {
  if (const Integer* integer = integer_in(value)) return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value.of)) return *number;
  return std::nullopt;
}

void combine_numbers(BinaryOperator op, Operand& left, const Value& right, const Site& site) {
  const Integer* a = integer_in(left.value());
  const Integer* b = integer_in(right);
  const bool is_integer =
      a && b && op != BinaryOperator::divide && !(op == BinaryOperator::power && *b < 0);
  if (!is_integer) return left.become(float_result(op, left.value(), right, site));
  if (divides(op) && *b == 0) fail_division_by_zero(op, left.value(), right, site);
  const std::optional<Integer> result = integer_result(op, *a, *b);
  if (!result) site.fail("integer overflow in " + written(op, left.value(), right));
  left.become(*result);
}

std::partial_ordering number_order(const Value& left, const Value& right) {
  const Integer* a = integer_in(left);
  const Integer* b = integer_in(right);
  if (a && b) return *a <=> *b;
  if (a) return order(*a, std::get<double>(right.of));
  if (b) return reversed(order(*b, std::get<double>(left.of)));
  return std::get<double>(left.of) <=> std::get<double>(right.of);
}

void negate(Operand& number, const Site& site) {
  const Value& value = number.value();
  expect_number(value, "-", site);
  if (const auto* real = std::get_if<double>(&value.of)) {
    number.become(-*real);
  } else if (const auto result = integer_result(BinaryOperator::subtract, 0, *integer_in(value))) {
    number.become(*result);
  } else {
    site.fail(fmt::format("integer overflow in '-({})'", to_text(value)));
  }
}

void expect_number(const Value& value, std::string_view prefix_operator, const Site& site) {
  if (!number_in(value)) {
    site.fail(fmt::format("cannot apply '{}' to {}", prefix_operator, kind(value)));
  }
}

}  // namespace graphrun::expression
