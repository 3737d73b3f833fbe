#include "report/style.h"

namespace graphrun {

std::optional<Style> parse_style(std::string_view text) {
  if (text == "guide") return Style::guide;
  if (text == "guide-full") return Style::guide_full;
  if (text == "tf") return Style::tf;
  if (text == "tf-0.12") return Style::tf_0_12;
  return std::nullopt;
}

DeviceSpelling device_spelling(Style style) {
  const bool full = style == Style::guide_full || style == Style::tf;
  return full ? DeviceSpelling::full : DeviceSpelling::legacy;
}

NumpyEra numpy_era(Style style) { return style == Style::tf ? NumpyEra::modern : NumpyEra::legacy; }

NodeOrder node_order(Style style) {
  switch (style) {
    case Style::guide:
    case Style::guide_full: return NodeOrder::guide;
    case Style::tf: return NodeOrder::release_1_15;
    case Style::tf_0_12: return NodeOrder::release_0_12;
  }
  return NodeOrder::guide;
}

}  // namespace graphrun
