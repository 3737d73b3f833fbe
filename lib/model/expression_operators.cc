#include "model/expression_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "model/expression_fault.h"

namespace graphrun::expression {
namespace {

using Integer = std::int64_t;

// Copying, printing and deleting a list recur into it; this keeps them far from the stack's end.
constexpr int kDeepestList = 200;

constexpr double kTwoTo63 = 9223372036854775808.0;

const Integer* integer_in(const Value& value) { return std::get_if<Integer>(&value.of); }
const std::string* text_in(const Value& value) { return std::get_if<std::string>(&value.of); }
const ValueList* list_in(const Value& value) { return std::get_if<ValueList>(&value.of); }

bool nests_deeper_than(int levels, const Value& value) {
  const ValueList* list = list_in(value);
  if (!list) return false;
  if (levels == 0) return true;
  return std::ranges::any_of(
      *list, [&](const Value& element) { return nests_deeper_than(levels - 1, element); });
}

// `sequence`, a list or a text, becomes `times` of itself; none if `times` is negative.
void repeat(Operand& sequence, Integer times, Site& site) {
  const std::size_t length = weight(sequence.value()) - 1;
  const std::size_t count = times < 0 || length == 0 ? 0 : static_cast<std::size_t>(times);
  site.spend(count > Site::kMost ? count : count * length);  // so that the product cannot overflow
  const auto repeated = [count](const auto& once) {
    std::remove_cvref_t<decltype(once)> result;
    result.reserve(once.size() * count);
    for (std::size_t i = 0; i < count; ++i) result.insert(result.end(), once.begin(), once.end());
    return result;
  };
  if (const std::string* text = text_in(sequence.value())) {
    sequence.become(repeated(*text));
  } else {
    sequence.become(repeated(*list_in(sequence.value())));
  }
}

void append(Operand& left, Operand& right, Site& site) {
  if (const std::string* text = text_in(right.value())) {
    site.spend(text->size());
    std::get<std::string>(left.own(site).of) += *text;
    return;
  }
  auto& list = std::get<ValueList>(left.own(site).of);
  auto& more = std::get<ValueList>(right.own(site).of);
  site.spend(more.size());
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

bool is_sequence(const Value& value) { return text_in(value) || list_in(value); }

bool are_equal(const Value& left, const Value& right) {
  if (number_in(left) && number_in(right)) return number_order(left, right) == 0;
  const ValueList* a = list_in(left);
  const ValueList* b = list_in(right);
  if (a && b) return std::ranges::equal(*a, *b, are_equal);
  return left == right;
}

// nullptr: they have one. Otherwise the two that have none: the values, or elements of them.
struct NoOrder {
  const Value* left = nullptr;
  const Value* right = nullptr;
};

// Lists go by the first element in which they differ.
std::partial_ordering order(const Value& left, const Value& right, NoOrder& none) {
  if (number_in(left) && number_in(right)) return number_order(left, right);
  if (left.of.index() != right.of.index()) {
    none = {&left, &right};
    return std::partial_ordering::unordered;
  }
  if (const std::string* text = text_in(left)) return *text <=> *text_in(right);
  if (const bool* truth = std::get_if<bool>(&left.of)) return *truth <=> std::get<bool>(right.of);
  const ValueList& a = *list_in(left);
  const ValueList& b = *list_in(right);
  const auto [in_a, in_b] = std::ranges::mismatch(a, b, are_equal);
  if (in_a == a.end() || in_b == b.end()) return a.size() <=> b.size();
  return order(*in_a, *in_b, none);
}

std::partial_ordering order(const Value& left, const Value& right, std::string_view asked_by,
                            Site& site) {
  if (is_sequence(left) && is_sequence(right)) site.spend(std::min(weight(left), weight(right)));
  NoOrder none;
  const std::partial_ordering result = order(left, right, none);
  if (none.left) {
    site.fail(fmt::format("cannot compare {} and {} with '{}'", kind(*none.left), kind(*none.right),
                          asked_by));
  }
  return result;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::size_t characters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

// REQUIRES: index < characters(text).
std::string_view character(std::string_view text, std::size_t index) {
  std::size_t begin = 0;
  const auto skip = [&](std::size_t at) {
    do ++at;
    while (at < text.size() && continues_character(text[at]));
    return at;
  };
  for (; index > 0; --index) begin = skip(begin);
  return text.substr(begin, skip(begin) - begin);
}

// The one that no other is `better` than; the first of several.
template <typename Values, typename ValueOf>
std::size_t best_of(Builtin function, const Values& values, ValueOf value_of, Site& site) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::partial_ordering found =
        order(value_of(values[i]), value_of(values[best]), name(function), site);
    if (function == Builtin::min ? found < 0 : found > 0) best = i;
  }
  return best;
}

// An element of `sequence`, moved out of it if it is the expression's own.
Operand element(Operand& sequence, std::size_t index, Site& site) {
  const ValueList& list = *list_in(sequence.value());
  if (!sequence.is_own()) return Operand::looking_at(list[index]);
  return Operand(std::move(std::get<ValueList>(sequence.own(site).of)[index]));
}

Operand extreme(Builtin function, std::span<Operand> arguments, Site& site) {
  if (arguments.size() > 1) {
    const auto value_of = [](const Operand& argument) -> const Value& { return argument.value(); };
    return std::move(arguments[best_of(function, arguments, value_of, site)]);
  }
  const ValueList* list = list_in(arguments[0].value());
  if (!list) {
    site.fail(fmt::format("'{}' of one argument takes a list, got {}", name(function),
                          kind(arguments[0].value())));
  }
  if (list->empty()) site.fail(fmt::format("'{}' of an empty list", name(function)));
  site.spend(list->size());
  const auto value_of = [](const Value& value) -> const Value& { return value; };
  return element(arguments[0], best_of(function, *list, value_of, site), site);
}

[[noreturn]] void fail_unary(std::string_view op, const Value& value, const Site& site) {
  site.fail(fmt::format("cannot apply '{}' to {}", op, kind(value)));
}

[[noreturn]] void fail_overflow(Builtin function, const Value& argument, const Site& site) {
  site.fail(fmt::format("integer overflow in '{}({})'", name(function), to_text(argument)));
}

void make_absolute(Operand& argument, const Site& site) {
  const Value& value = argument.value();
  if (const auto* number = std::get_if<double>(&value.of)) {
    return argument.become(std::abs(*number));
  }
  const Integer* integer = integer_in(value);
  if (!integer) fail_unary(name(Builtin::abs), value, site);
  if (*integer == std::numeric_limits<Integer>::min()) fail_overflow(Builtin::abs, value, site);
  argument.become(std::abs(*integer));
}

// Of a list or a text.
Integer length(const Value& sequence, Site& site) {
  if (const ValueList* list = list_in(sequence)) return static_cast<Integer>(list->size());
  const std::string& text = *text_in(sequence);
  site.spend(text.size());
  return static_cast<Integer>(characters(text));
}

void make_whole(Builtin function, Operand& argument, const Site& site) {
  const Value& value = argument.value();
  if (integer_in(value)) return;
  const std::optional<double> number = number_in(value);
  if (!number) fail_unary(name(function), value, site);
  const double whole = function == Builtin::floor ? std::floor(*number) : std::ceil(*number);
  const bool fits = whole >= -kTwoTo63 && whole < kTwoTo63;  // which NaN does not
  if (!fits) fail_overflow(function, value, site);
  argument.become(static_cast<Integer>(whole));
}

}  // namespace

std::string_view symbol(Comparison op) {
  constexpr std::array<std::string_view, 6> kSymbols = {"==", "!=", "<", "<=", ">", ">="};
  return kSymbols[static_cast<std::size_t>(op)];
}

std::string_view name(Builtin function) {
  constexpr std::array<std::string_view, 6> kNames = {"min", "max", "abs", "len", "floor", "ceil"};
  return kNames[static_cast<std::size_t>(function)];
}

void apply(BinaryOperator op, Operand& left, Operand& right, Site& site) {
  const Value& a = left.value();
  const Value& b = right.value();
  if (number_in(a) && number_in(b)) {
    combine_numbers(op, left, b, site);
  } else if (op == BinaryOperator::add && is_sequence(a) && a.of.index() == b.of.index()) {
    append(left, right, site);
  } else if (op == BinaryOperator::multiply && is_sequence(a) && integer_in(b)) {
    repeat(left, *integer_in(b), site);
  } else if (op == BinaryOperator::multiply && integer_in(a) && is_sequence(b)) {
    const Integer times = *integer_in(a);
    left = std::move(right);
    repeat(left, times, site);
  } else {
    site.fail(fmt::format("cannot apply '{}' to {} and {}", symbol(op), kind(a), kind(b)));
  }
}

bool compare(Comparison op, const Value& left, const Value& right, Site& site) {
  if (op == Comparison::equal || op == Comparison::not_equal) {
    if (is_sequence(left) && is_sequence(right)) site.spend(std::min(weight(left), weight(right)));
    return are_equal(left, right) == (op == Comparison::equal);
  }
  const std::partial_ordering found = order(left, right, symbol(op), site);
  switch (op) {
    case Comparison::less: return found < 0;
    case Comparison::less_equal: return found <= 0;
    case Comparison::greater: return found > 0;
    default: return found >= 0;
  }
}

bool is_true(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.of)) return *truth;
  if (const std::string* text = text_in(value)) return !text->empty();
  if (const ValueList* list = list_in(value)) return !list->empty();
  return number_in(value) != 0.0;
}

Value list_of(std::span<Operand> elements, Site& site) {
  ValueList list;
  list.reserve(elements.size());
  for (Operand& operand : elements) {
    if (!operand.is_own() && nests_deeper_than(kDeepestList - 1, operand.value())) {
      site.fail(fmt::format("lists nest deeper than {} levels", kDeepestList));
    }
    list.push_back(std::move(operand.own(site)));
  }
  return {std::move(list)};
}

void take_element(Operand& sequence, const Value& index, Site& site) {
  const Value& whole = sequence.value();
  if (!is_sequence(whole)) site.fail(fmt::format("cannot index {}", kind(whole)));
  const Integer* place = integer_in(index);
  if (!place) site.fail(fmt::format("an index must be an integer, got {}", kind(index)));
  const std::string* text = text_in(whole);
  const Integer size = length(whole, site);
  if (*place >= size || *place < -size) {
    site.fail(fmt::format("index {} is out of range", *place),
              fmt::format("the {} has {} {}{}", kind(whole), size, text ? "character" : "element",
                          size == 1 ? "" : "s"));
  }
  const auto at = static_cast<std::size_t>(*place < 0 ? *place + size : *place);
  if (text) {
    sequence.become(std::string(character(*text, at)));
  } else {
    sequence = element(sequence, at, site);
  }
}

Operand call(Builtin function, std::span<Operand> arguments, Site& site) {
  if (function == Builtin::min || function == Builtin::max) {
    return extreme(function, arguments, site);
  }
  Operand& argument = arguments[0];
  if (function == Builtin::abs) {
    make_absolute(argument, site);
  } else if (function == Builtin::len) {
    if (!is_sequence(argument.value())) fail_unary(name(function), argument.value(), site);
    argument.become(length(argument.value(), site));
  } else {
    make_whole(function, argument, site);
  }
  return std::move(argument);
}

}  // namespace graphrun::expression
