// References as they are written: "a", "a:1", "^a"; and what names may be.

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

// Whether a node, or a name scope, may have this name, its scopes included: TensorFlow's rule.
bool is_node_name(std::string_view name);

inline constexpr std::string_view kNameRule =
    "expected letters, digits and any of _ . - /, the first a letter, a digit "
    "or a dot";

// Whether a label may have this name: one that a reference can be told by.
bool is_label(std::string_view name);

inline constexpr std::string_view kLabelRule = "expected letters, digits and any of _ . - /";

}  // namespace graphrun
