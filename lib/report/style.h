// The spellings of the documents that the project comes from, and the TensorFlow release whose
// words go with each.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/device_name.h"
#include "placement/node_order.h"
#include "report/numpy_era.h"

namespace graphrun {

enum class Style : std::uint8_t {
  guide,       // the using_gpu guide, release 0.5 to 0.8: "MatMul: .../gpu:0", "[[ 22.  28.]"
  guide_full,  // the same with full device names: "MatMul: .../device:GPU:0"
  tf,          // release 1.15: "MatMul: (MatMul): .../device:GPU:0", "[[22. 28.]"
  tf_0_12,     // release 0.12: "MatMul: (MatMul): .../gpu:0", "[[ 22.  28.]"
};

std::optional<Style> parse_style(std::string_view text);  // "guide", "guide-full", "tf", "tf-0.12"

DeviceSpelling device_spelling(Style style);
NumpyEra numpy_era(Style style);
NodeOrder node_order(Style style);

}  // namespace graphrun
