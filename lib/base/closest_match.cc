#include "base/closest_match.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace graphrun {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), with
// three rows of memory.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const bool equal = lower(a[i]) == lower(b[j]);
      row[j + 1] = std::min({last[j] + (equal ? 0 : 1), row[j] + 1, last[j + 1] + 1});
      const bool swapped =
          i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) && lower(a[i - 1]) == lower(b[j]);
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last.back();
}

constexpr std::size_t kLongestName = 100;  // a longer one is not a slip, and costs its square

}  // namespace

std::string_view closest_match(std::string_view text, std::span<const std::string_view> known) {
  if (text.empty() || text.size() > kLongestName) return {};
  // One slip in three letters is a slip; more is another word.
  std::size_t least = std::max<std::size_t>(1, text.size() / 3) + 1;
  std::string_view best;
  for (const std::string_view name : known) {
    if (name.size() > text.size() + least || text.size() > name.size() + least) continue;
    const std::size_t distance = edit_distance(text, name);
    // With no letter kept it is no slip.
    if (distance >= std::max(text.size(), name.size())) continue;
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view text, std::span<const std::string_view> known) {
  const std::string_view best = closest_match(text, known);
  return best.empty() ? std::string() : "did you mean '" + std::string(best) + "'?";
}

}  // namespace graphrun
