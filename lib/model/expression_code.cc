#include "model/expression_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/closest_match.h"
#include "model/expression_fault.h"
#include "model/expression_lexer.h"
#include "model/expression_operators.h"

namespace graphrun::expression {
namespace {

// Brackets, prefix operators and right sides of `**` inside each other. The parser recurs into
// them.
constexpr int kDeepestNesting = 200;

constexpr std::array kBuiltins = {Builtin::min, Builtin::max,   Builtin::abs,
                                  Builtin::len, Builtin::floor, Builtin::ceil};

std::optional<Comparison> comparison_in(const Token& token) {
  for (const Comparison op :
       {Comparison::equal, Comparison::not_equal, Comparison::less, Comparison::less_equal,
        Comparison::greater, Comparison::greater_equal}) {
    if (token.is(symbol(op))) return op;
  }
  return std::nullopt;
}

// A function for each rule of the grammar, loosest first; each leaves its value on the stack.
class Parser {
 public:
  Parser(std::string_view text, VariableNames& names) : text_(text), names_(names) {}

  Code parse();

 private:
  void substitute_name(std::size_t offset, std::size_t length);
  std::size_t substitute_expression(std::size_t dollar);

  void disjunction();
  void conjunction();
  void inversion();
  void comparison();
  void sum();
  void product();
  void sign();
  void power();
  void indexed();
  void atom();
  void number();
  void constant(Value value);
  void named();
  void call(const Token& name);
  void list();
  std::size_t items(const Token& open);

  void binary_rest(std::initializer_list<BinaryOperator> operators, void (Parser::*side)());
  void either_rest(std::string_view word, Operation leave, void (Parser::*side)());

  // The parts of the scalar that stand for themselves.
  void write_plain(std::string& text);

  void advance() { token_ = lexer_.next(); }
  void close(std::string_view with, std::string_view open, std::size_t open_offset,
             std::string_view what_else) const;

  std::size_t emit(Operation operation, std::size_t offset, std::size_t operand = 0,
                   std::uint8_t detail = 0);
  std::size_t keep(Value value);  // its place among the constants
  void leave_here(const std::vector<std::size_t>& jumps);

  // One level deeper, for as long as it lives.
  class Nested {
   public:
    Nested(Parser& parser, std::size_t offset) : parser_(parser) {
      if (++parser.depth_ > kDeepestNesting) {
        throw ExpressionFault{offset, fmt::format("nested deeper than {} levels", kDeepestNesting),
                              ""};
      }
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  std::string_view text_;
  VariableNames& names_;
  Lexer lexer_{{}, 0};
  Token token_;  // the next one
  int depth_ = 0;
  Code code_;
};

Code Parser::parse() {
  std::string plain;
  std::size_t at = 0;
  while (at < text_.size()) {
    const std::size_t dollar = std::min(text_.find('$', at), text_.size());
    plain += text_.substr(at, dollar - at);
    if (dollar == text_.size()) break;
    const std::string_view rest = text_.substr(dollar + 1);
    if (rest.starts_with('$')) {
      plain += '$';
      at = dollar + 2;
      continue;
    }
    write_plain(plain);
    if (const std::size_t length = name_length(rest); length > 0) {
      substitute_name(dollar + 1, length);
      at = dollar + 1 + length;
    } else if (rest.starts_with('(')) {
      at = substitute_expression(dollar);
    } else {
      throw ExpressionFault{dollar, "expected a name or '(' after '$'",
                            "write '$$' for a '$' itself"};
    }
    if (dollar == 0 && at == text_.size()) {
      code_.is_one_substitution = true;
      return std::move(code_);
    }
    emit(Operation::write, dollar);
  }
  write_plain(plain);
  return std::move(code_);
}

void Parser::write_plain(std::string& text) {
  if (text.empty()) return;
  emit(Operation::write_plain, 0, keep(Value{std::exchange(text, {})}));
}

void Parser::substitute_name(std::size_t offset, std::size_t length) {
  const VariableId id = names_.intern(text_.substr(offset, length));
  emit(Operation::load, offset, static_cast<std::size_t>(id));
}

// Returns the offset after its ')'.
std::size_t Parser::substitute_expression(std::size_t dollar) {
  lexer_ = Lexer(text_, dollar + 2);
  advance();
  disjunction();
  close(")", "$(", dollar, "an operator or ");
  return token_.offset + 1;
}

void Parser::close(std::string_view with, std::string_view open, std::size_t open_offset,
                   std::string_view what_else) const {
  if (token_.is(with)) return;
  if (token_.kind == TokenKind::end) {
    throw ExpressionFault{open_offset, fmt::format("'{}' is not closed", open),
                          fmt::format("expected '{}'", with)};
  }
  throw ExpressionFault{token_.offset,
                        fmt::format("expected {}'{}', got '{}'", what_else, with, token_.text), ""};
}

void Parser::either_rest(std::string_view word, Operation leave, void (Parser::*side)()) {
  std::vector<std::size_t> jumps;
  while (token_.is(word)) {
    jumps.push_back(emit(leave, token_.offset));
    advance();
    (this->*side)();
  }
  leave_here(jumps);
}

void Parser::disjunction() {
  conjunction();
  either_rest("or", Operation::leave_if_true, &Parser::conjunction);
}

void Parser::conjunction() {
  inversion();
  either_rest("and", Operation::leave_if_false, &Parser::inversion);
}

void Parser::inversion() {
  if (!token_.is("not")) return comparison();
  const std::size_t offset = token_.offset;
  const Nested nested(*this, offset);
  advance();
  inversion();
  emit(Operation::invert, offset);
}

void Parser::comparison() {
  sum();
  std::vector<std::size_t> jumps;
  std::optional<Comparison> op = comparison_in(token_);
  while (op) {
    const std::size_t offset = token_.offset;
    advance();
    sum();
    const std::optional<Comparison> next = comparison_in(token_);
    const std::size_t emitted = emit(next ? Operation::compare_or_leave : Operation::compare,
                                     offset, 0, static_cast<std::uint8_t>(*op));
    if (next) jumps.push_back(emitted);
    op = next;
  }
  leave_here(jumps);
}

void Parser::binary_rest(std::initializer_list<BinaryOperator> operators, void (Parser::*side)()) {
  while (true) {
    const auto* const op = std::find_if(operators.begin(), operators.end(), [&](auto candidate) {
      return token_.is(symbol(candidate));
    });
    if (op == operators.end()) return;
    const std::size_t offset = token_.offset;
    advance();
    (this->*side)();
    emit(Operation::binary, offset, 0, static_cast<std::uint8_t>(*op));
  }
}

void Parser::sum() {
  product();
  binary_rest({BinaryOperator::add, BinaryOperator::subtract}, &Parser::product);
}

void Parser::product() {
  sign();
  binary_rest({BinaryOperator::multiply, BinaryOperator::divide, BinaryOperator::floor_divide,
               BinaryOperator::modulo},
              &Parser::sign);
}

void Parser::sign() {
  const bool is_minus = token_.is("-");
  if (!is_minus && !token_.is("+")) return power();
  const std::size_t offset = token_.offset;
  const Nested nested(*this, offset);
  advance();
  sign();
  emit(is_minus ? Operation::negate : Operation::plus, offset);
}

// -2 ** 2 is -(2 ** 2), 2 ** -1 is 2 ** (-1), and 2 ** 3 ** 2 is 2 ** (3 ** 2).
void Parser::power() {
  indexed();
  if (!token_.is("**")) return;
  const std::size_t offset = token_.offset;
  const Nested nested(*this, offset);
  advance();
  sign();
  emit(Operation::binary, offset, 0, static_cast<std::uint8_t>(BinaryOperator::power));
}

void Parser::indexed() {
  atom();
  while (token_.is("[")) {
    const Token open = token_;
    const Nested nested(*this, open.offset);
    advance();
    disjunction();
    close("]", "[", open.offset, "an operator or ");
    advance();
    emit(Operation::index, open.offset);
  }
}

void Parser::atom() {
  switch (token_.kind) {
    case TokenKind::number: return number();
    case TokenKind::text: return constant(Value{unquoted(token_)});
    case TokenKind::name:
      if (token_.is("and") || token_.is("or") || token_.is("not")) break;
      return named();
    case TokenKind::mark:
      if (token_.is("[")) return list();
      if (token_.is("(")) {
        const std::size_t offset = token_.offset;
        const Nested nested(*this, offset);
        advance();
        disjunction();
        close(")", "(", offset, "an operator or ");
        return advance();
      }
      break;
    case TokenKind::end: break;
  }
  if (token_.kind == TokenKind::end) {
    throw ExpressionFault{token_.offset, "expected a value, got the end of the text", ""};
  }
  throw ExpressionFault{token_.offset, fmt::format("expected a value, got '{}'", token_.text), ""};
}

void Parser::number() {
  Value value = plain_scalar(token_.text);
  if (std::holds_alternative<std::string>(value.of)) {
    throw ExpressionFault{token_.offset, fmt::format("'{}' is not a number", token_.text), ""};
  }
  const bool is_integer =
      token_.text.starts_with("0x") || token_.text.find_first_of(".eE") == std::string_view::npos;
  if (is_integer && !std::holds_alternative<std::int64_t>(value.of)) {
    throw ExpressionFault{token_.offset, fmt::format("'{}' does not fit in 64 bits", token_.text),
                          "the largest integer is 9223372036854775807"};
  }
  constant(std::move(value));
}

void Parser::constant(Value value) {
  emit(Operation::constant, token_.offset, keep(std::move(value)));
  advance();
}

void Parser::named() {
  const Token name = token_;
  if (name.is("true") || name.is("True")) return constant(Value{true});
  if (name.is("false") || name.is("False")) return constant(Value{false});
  advance();
  if (token_.is("(")) return call(name);
  substitute_name(name.offset, name.text.size());
}

void Parser::call(const Token& name) {
  std::vector<std::string_view> known;
  for (const Builtin function : kBuiltins) {
    known.push_back(expression::name(function));
    if (name.text != known.back()) continue;
    const std::size_t count = items(token_);
    const bool takes_any = function == Builtin::min || function == Builtin::max;
    if (takes_any ? count == 0 : count != 1) {
      throw ExpressionFault{name.offset,
                            fmt::format("'{}' takes {}1 argument, got {}", name.text,
                                        takes_any ? "at least " : "", count),
                            ""};
    }
    emit(Operation::call, name.offset, count, static_cast<std::uint8_t>(function));
    return;
  }
  std::string note = did_you_mean(name.text, known);
  if (note.empty()) note = "there are min, max, abs, len, floor and ceil";
  throw ExpressionFault{name.offset, fmt::format("unknown function '{}'", name.text),
                        std::move(note)};
}

void Parser::list() {
  const std::size_t offset = token_.offset;
  const std::size_t count = items(token_);
  emit(Operation::make_list, offset, count);
}

// What stands between brackets, with commas; the last one may have a comma too. Returns how many.
std::size_t Parser::items(const Token& open) {
  const std::string_view bracket = open.text;
  const std::size_t offset = open.offset;  // `open` may be token_, which moves on
  const std::string_view closing = bracket == "(" ? ")" : "]";
  const Nested nested(*this, offset);
  std::size_t count = 0;
  advance();
  while (!token_.is(closing) && token_.kind != TokenKind::end) {
    disjunction();
    ++count;
    if (!token_.is(",")) break;
    advance();
  }
  close(closing, bracket, offset, "an operator, ',' or ");
  advance();
  return count;
}

std::size_t Parser::emit(Operation operation, std::size_t offset, std::size_t operand,
                         std::uint8_t detail) {
  assert(operand <= std::numeric_limits<std::uint32_t>::max());
  code_.instructions.push_back({operation, detail, static_cast<std::uint32_t>(operand), offset});
  return code_.instructions.size() - 1;
}

std::size_t Parser::keep(Value value) {
  code_.constants.push_back(std::move(value));
  return code_.constants.size() - 1;
}

void Parser::leave_here(const std::vector<std::size_t>& jumps) {
  for (const std::size_t jump : jumps) {
    code_.instructions[jump].operand = static_cast<std::uint32_t>(code_.instructions.size());
  }
}

}  // namespace

Code compile(std::string_view text, VariableNames& names) { return Parser(text, names).parse(); }

}  // namespace graphrun::expression
