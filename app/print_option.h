// How products are written: --style, --arrays, --format.

#pragma once

#include <string>

#include "report/style.h"

namespace CLI {
class App;
}

namespace graphrun {

struct PrintOption {
  std::string style_name = "guide";
  std::string arrays;  // empty: as the style has them
  std::string format = "text";

  void add_to(CLI::App& command);
  Style style() const { return *parse_style(style_name); }
  NumpyEra numpy_era() const;
  bool is_json() const { return format == "json"; }
};

}  // namespace graphrun
