#include "model/loop_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace graphrun {
namespace {

constexpr std::string_view kRange = "N, [first, end] or [first, end, step], all integers";

// One turn's number plus the step stays an integer.
constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;

bool is_far(std::int64_t number) { return number > kFarthest || number < -kFarthest; }

}  // namespace

std::uint64_t LoopRange::turns() const {
  const std::int64_t way = step > 0 ? end - first : first - end;
  const std::int64_t stride = step > 0 ? step : -step;
  return way <= 0 ? 0 : static_cast<std::uint64_t>((way - 1) / stride + 1);
}

std::optional<LoopRange> read_repeat(Evaluator& evaluator, ValueId at) {
  const auto count = evaluator.integer(at, "a whole number of times");
  if (!count) return std::nullopt;
  if (*count < 0 || is_far(*count)) {
    evaluator.reader().complain(at, fmt::format("cannot repeat {} times", *count));
    return std::nullopt;
  }
  return LoopRange{.end = *count};
}

std::optional<LoopRange> read_range(Evaluator& evaluator, ValueId at) {
  const auto value = evaluator.value(at);
  if (!value) return std::nullopt;
  LoopRange range;
  if (const auto* count = std::get_if<std::int64_t>(&value->of)) {
    range.end = *count;
  } else {
    const auto* list = std::get_if<ValueList>(&value->of);
    const auto is_integer = [](const Value& item) {
      return std::holds_alternative<std::int64_t>(item.of);
    };
    if (list == nullptr || list->size() < 2 || list->size() > 3 ||
        !std::ranges::all_of(*list, is_integer)) {
      evaluator.complain_of(at, kRange, *value);
      return std::nullopt;
    }
    range.first = std::get<std::int64_t>((*list)[0].of);
    range.end = std::get<std::int64_t>((*list)[1].of);
    if (list->size() == 3) range.step = std::get<std::int64_t>((*list)[2].of);
  }
  if (range.step == 0) {
    evaluator.reader().complain(at, "the step of a range cannot be 0");
    return std::nullopt;
  }
  if (is_far(range.first) || is_far(range.end) || is_far(range.step)) {
    evaluator.reader().complain(at, "the numbers of this range are too large");
    return std::nullopt;
  }
  return range;
}

}  // namespace graphrun
