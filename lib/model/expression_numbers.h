// Arithmetic as Python's, over 64-bit integers and floats. A bool is not a number. Where Python
// would go on to longer integers or to complex numbers, a fault is thrown.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/expression_operand.h"
#include "model/value.h"

namespace graphrun::expression {

enum class BinaryOperator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
};

std::string_view symbol(BinaryOperator op);  // as it is written

// As a float, which may round an integer. nullopt: not a number.
std::optional<double> number_in(const Value& value);

// `left` becomes the result. REQUIRES: both are numbers.
void combine_numbers(BinaryOperator op, Operand& left, const Value& right, const Site& site);

// By value whatever their kind, exactly. REQUIRES: both are numbers.
std::partial_ordering number_order(const Value& left, const Value& right);

void negate(Operand& number, const Site& site);
void expect_number(const Value& value, std::string_view prefix_operator, const Site& site);

}  // namespace graphrun::expression
