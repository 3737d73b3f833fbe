// Takes a part of a text; the parts in turn are the whole. For what may be too large to be held.

#pragma once

#include <functional>
#include <string_view>

namespace graphrun {

using TextSink = std::function<void(std::string_view)>;

}  // namespace graphrun
