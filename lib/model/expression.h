// `$name` and `$(…)` in a scalar of a graph file: read once, evaluated as often as a loop needs.

#pragma once

#include <cstddef>
#include <string_view>

#include "model/expression_code.h"
#include "model/expression_fault.h"
#include "model/value.h"
#include "model/variables.h"

namespace graphrun {

// A scalar in which `$name` and `$(…)` stand for values, and `$$` for a `$`.
//
// `$name` takes the longest name that can be read. `$(…)` holds an expression with Python's
// operators and their precedence: or, and, not, == != < <= > >= (also chained), + -, * / // %,
// signs, **, indexing; brackets, lists, texts in either quotes, numbers as YAML writes them, true
// and false (or True and False); and min, max, abs, len, floor, ceil.
class Template {
 public:
  // Whether the text has anything to evaluate; other scalars mean what they say.
  static bool is_needed(std::string_view text) { return text.find('$') != std::string_view::npos; }

  // Names that are nowhere defined are found out when it is evaluated. Throws ExpressionFault.
  // Keeps nothing of `text`.
  Template(std::string_view text, VariableNames& names);

  // A scalar that is one substitution and nothing else has the value's kind; any other is a text.
  // `names` are those it was made with. To `work`, where given, it adds the elements and characters
  // that it copied, made and looked through. Throws ExpressionFault.
  Value evaluate(const Variables& variables, const VariableNames& names,
                 std::size_t* work = nullptr) const;

 private:
  expression::Code code_;
};

}  // namespace graphrun
