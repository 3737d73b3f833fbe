// What is wrong with a scalar that holds `$name` or `$(…)`. Thrown by whoever reads or evaluates
// it; the reader of the file knows where the scalar stands and turns it into a complaint.

#pragma once

#include <cstddef>
#include <string>

namespace graphrun {

struct ExpressionFault {
  std::size_t offset;  // of the token at fault, in bytes into the scalar's text
  std::string what;    // "unknown name 'siz'"
  std::string note;    // "did you mean 'size'?"; may be empty
};

}  // namespace graphrun
