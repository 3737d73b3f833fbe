// What a param, a loop variable, a function's argument or an expression stands for.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graphrun {

struct Value;
using ValueList = std::vector<Value>;

struct Value {
  std::variant<std::int64_t, double, bool, std::string, ValueList> of;

  // The same alternative with the same content: 1 is not 1.0 here. (To `==` in an expression it
  // is.)
  friend bool operator==(const Value&, const Value&) = default;
};

// The value as it is written inside other text: 3, 2.0, 1e+16, true, abc, [1, 2]. Numbers are laid
// out as Python's str() does, words are YAML's (true, .inf, .nan), and text in a list has no
// quotes. For a number or a bool, plain_scalar() reads the same value back.
std::string to_text(const Value& value);

// For messages: "integer", "float", "bool", "text" or "list".
std::string_view kind(const Value& value);

// What a plain (unquoted) scalar means in YAML 1.2's core schema: 3, -1, 0x10, 0o7, 1.5, 1e3, .5,
// .inf, -.inf, .nan, true, True, TRUE, false, False, FALSE. All else is text: also null, ~, yes,
// no. An integer beyond 64 bits becomes a float, as near as floats come.
Value plain_scalar(std::string_view text);

}  // namespace graphrun
