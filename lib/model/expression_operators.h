// What the operators and functions of an expression do: as Python's do, over 64-bit integers.
//
// Where Python would go on, a file must not: an integer that does not fit, and a result that is out
// of all proportion, are faults. A bool is not a number.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/expression_numbers.h"
#include "model/expression_operand.h"
#include "model/value.h"

namespace graphrun::expression {

enum class Comparison : std::uint8_t {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
};

enum class Builtin : std::uint8_t { min, max, abs, len, floor, ceil };

// As they are written.
std::string_view symbol(Comparison op);
std::string_view name(Builtin function);

// All of these throw ExpressionFault at the site.

// `left` becomes the result. `right` may be moved from.
void apply(BinaryOperator op, Operand& left, Operand& right, Site& site);

// Numbers compare by value whatever their kind, exactly. Values of different kinds are not equal,
// and have no order.
bool compare(Comparison op, const Value& left, const Value& right, Site& site);

// False are 0, 0.0, false, '' and [].
bool is_true(const Value& value);

Value list_of(std::span<Operand> elements, Site& site);  // moves from them

// `sequence`, a list or a text, becomes its element; the characters of a text count, not its bytes.
void take_element(Operand& sequence, const Value& index, Site& site);

// REQUIRES: as many arguments as the function takes. May move from them.
Operand call(Builtin function, std::span<Operand> arguments, Site& site);

}  // namespace graphrun::expression
