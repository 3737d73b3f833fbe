// The two streams of the program: standard output holds the product alone, standard error the rest.

#pragma once

#include <string_view>

namespace graphrun {

enum class Color { automatic, always, never };

// Whether errors are coloured; automatic: on a terminal, unless NO_COLOR is set.
void set_color(Color color);

// Throw Error(file) when standard output cannot be written.
void print(std::string_view text);
void flush_output();

// Standard error.
void print_note(std::string_view text);
// A message with a newline; places and carets stand out where errors are coloured.
void print_error(std::string_view message);

}  // namespace graphrun
