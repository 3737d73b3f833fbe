// The words of an expression.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graphrun::expression {

enum class TokenKind : std::uint8_t { end, number, text, name, mark };

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0;
  std::string_view text;  // as it stands in the source, with its quotes

  // Whether it is this operator, bracket or keyword.
  bool is(std::string_view word) const {
    return (kind == TokenKind::mark || kind == TokenKind::name) && text == word;
  }
};

class Lexer {
 public:
  // Starts at `offset` into `source`, which must outlive it.
  Lexer(std::string_view source, std::size_t offset) : source_(source), offset_(offset) {}

  // Throws ExpressionFault where no token starts, or one does not end.
  Token next();

 private:
  Token token(TokenKind kind, std::size_t length);
  std::size_t number_length() const;
  std::size_t text_length() const;

  std::string_view source_;
  std::size_t offset_;
};

// How many bytes at the front of `text` are a name, [A-Za-z_][A-Za-z0-9_]*.
std::size_t name_length(std::string_view text);

// What a text token says: without quotes, `\\ \' \" \n \t` resolved. Throws ExpressionFault for
// another escape.
std::string unquoted(const Token& token);

}  // namespace graphrun::expression
