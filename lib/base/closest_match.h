// "Did you mean": the nearest of the names that are known.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graphrun {

// The known name nearest to `text` by edit distance (ignoring letter case), if it is near enough to
// be a slip of the hand; empty otherwise.
std::string_view closest_match(std::string_view text, std::span<const std::string_view> known);

// "did you mean 'Relu'?", or empty.
std::string did_you_mean(std::string_view text, std::span<const std::string_view> known);

}  // namespace graphrun
