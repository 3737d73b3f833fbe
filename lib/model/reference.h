// References as they are written: "a", "a:1", "^a".

#pragma once

#include <cstdint>
#include <string_view>

namespace graphrun {

struct Spelling {
  std::string_view name;
  std::uint32_t output = 0;
  bool has_output = false;
  bool is_control = false;
};

Spelling parse_reference(std::string_view text);

// Whether a node may have this name: TensorFlow's rule, see kNameRule.
bool is_node_name(std::string_view name);

inline constexpr std::string_view kNameRule =
    "expected letters, digits and any of _ . - /, beginning with a letter, a digit or a dot";

}  // namespace graphrun
