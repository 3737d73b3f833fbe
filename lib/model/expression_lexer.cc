#include "model/expression_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/expression_fault.h"

namespace graphrun::expression {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

// The longer ones first, so that "<=" is not read as "<".
constexpr std::array<std::string_view, 18> kMarks = {
    "**", "//", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ","};

// What those who know other languages write, and what they mean.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kForeign = {{
    {"&&", "did you mean 'and'?"},
    {"||", "did you mean 'or'?"},
    {"&", "did you mean 'and'?"},
    {"|", "did you mean 'or'?"},
    {"!", "did you mean 'not'?"},
    {"=", "did you mean '=='?"},
    {"^", "did you mean '**'?"},
    {"$", "inside $(…) a name stands without '$'"},
}};

// Of the UTF-8 character at the front.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) {
    ++length;
  }
  return length;
}

[[noreturn]] void throw_unexpected(std::string_view rest, std::size_t offset) {
  for (const auto& [mark, note] : kForeign) {
    if (rest.starts_with(mark)) {
      throw ExpressionFault{offset, fmt::format("unexpected '{}'", mark), std::string(note)};
    }
  }
  const std::string_view character = rest.substr(0, character_length(rest));
  throw ExpressionFault{offset, fmt::format("unexpected '{}'", character), ""};
}

}  // namespace

std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return 0;
  const auto* end = std::find_if_not(text.begin(), text.end(), is_name_part);
  return static_cast<std::size_t>(end - text.begin());
}

Token Lexer::token(TokenKind kind, std::size_t length) {
  const Token found{kind, offset_, source_.substr(offset_, length)};
  offset_ += length;
  return found;
}

Token Lexer::next() {
  offset_ = std::min(source_.find_first_not_of(" \t\r\n", offset_), source_.size());
  const std::string_view rest = source_.substr(offset_);
  if (rest.empty()) return {TokenKind::end, offset_, {}};
  const char first = rest.front();
  if (is_name_start(first)) return token(TokenKind::name, name_length(rest));
  if (is_digit(first) || (first == '.' && rest.size() > 1 && is_digit(rest[1]))) {
    return token(TokenKind::number, number_length());
  }
  if (first == '\'' || first == '"') return token(TokenKind::text, text_length());
  for (const std::string_view mark : kMarks) {
    if (rest.starts_with(mark)) return token(TokenKind::mark, mark.size());
  }
  throw_unexpected(rest, offset_);
}

// Takes in all that touches the number, so that `3abc` is one faulty number and not a number and a
// name.
std::size_t Lexer::number_length() const {
  const std::string_view rest = source_.substr(offset_);
  const bool may_have_exponent = !rest.starts_with("0x");
  std::size_t length = 0;
  while (length < rest.size()) {
    const char c = rest[length];
    const bool is_exponent_sign = (c == '+' || c == '-') && length > 0 && may_have_exponent &&
                                  (rest[length - 1] == 'e' || rest[length - 1] == 'E');
    if (!is_name_part(c) && c != '.' && !is_exponent_sign) break;
    ++length;
  }
  return length;
}

std::size_t Lexer::text_length() const {
  const char quote = source_[offset_];
  for (std::size_t i = offset_ + 1; i < source_.size(); ++i) {
    if (source_[i] == quote) return i + 1 - offset_;
    if (source_[i] == '\\') ++i;
  }
  throw ExpressionFault{offset_, "a text is not closed", fmt::format("expected another {}", quote)};
}

std::string unquoted(const Token& token) {
  const std::string_view inside = token.text.substr(1, token.text.size() - 2);
  std::string said;
  said.reserve(inside.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] != '\\') {
      said += inside[i];
      continue;
    }
    ++i;  // the token ends after a quote that no backslash precedes, so something follows
    switch (inside[i]) {
      case 'n': said += '\n'; break;
      case 't': said += '\t'; break;
      case '\\':
      case '\'':
      case '"': said += inside[i]; break;
      default: {
        const std::string_view escaped = inside.substr(i, character_length(inside.substr(i)));
        throw ExpressionFault{token.offset + i, fmt::format(R"(unknown escape '\{}')", escaped),
                              R"(write '\\' for a backslash itself)"};
      }
    }
  }
  return said;
}

}  // namespace graphrun::expression
