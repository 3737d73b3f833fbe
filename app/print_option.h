// How products are written: --style, --format.

#pragma once

#include <string>

#include "report/style.h"

namespace CLI {
class App;
}

namespace graphrun {

struct PrintOption {
  std::string style_name = "guide";
  std::string format = "text";

  void add_to(CLI::App& command);
  Style style() const { return *parse_style(style_name); }
  bool is_json() const { return format == "json"; }
};

}  // namespace graphrun
