#include "model/shape_reader.h"

#include <fmt/format.h>

#include <vector>

namespace graphrun {
namespace {

constexpr std::string_view kShape = "a shape, such as [2, 3]";

std::optional<std::int64_t> extent_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.of); text != nullptr && *text == "?") {
    return Shape::kUnknown;
  }
  const auto* extent = std::get_if<std::int64_t>(&value.of);
  if (extent == nullptr || *extent < Shape::kUnknown) return std::nullopt;
  return *extent;
}

class ShapeReader {
 public:
  explicit ShapeReader(Evaluator& evaluator)
      : evaluator_(evaluator), document_(evaluator.document()) {}

  std::optional<Shape> read(ValueId id) {
    if (!(document_.is_sequence(id) ? read_items(id) : read_list(id))) return std::nullopt;
    if (extents_.size() > static_cast<std::size_t>(Shape::kMaxRank)) {
      evaluator_.reader().complain(id, fmt::format("a tensor has at most {} dimensions, not {}",
                                                   Shape::kMaxRank, extents_.size()));
      return std::nullopt;
    }
    return Shape(std::span<const std::int64_t>(extents_));
  }

 private:
  bool read_items(ValueId id) {
    for (ValueId item = document_.first(id); item != kNoValue; item = document_.next(item)) {
      if (document_.is_null(item)) {
        extents_.push_back(Shape::kUnknown);
        continue;
      }
      const auto value = evaluator_.value(item);
      if (!value || !add(*value, item)) return false;
    }
    return true;
  }

  // A `$` may stand for a whole shape.
  bool read_list(ValueId id) {
    if (!document_.is_scalar(id)) {
      evaluator_.reader().complain(
          id, fmt::format("expected {}, got {}", kShape, document_.description(id)));
      return false;
    }
    const auto value = evaluator_.value(id);
    if (!value) return false;
    const auto* list = std::get_if<ValueList>(&value->of);
    if (list == nullptr) {
      evaluator_.complain_of(id, kShape, *value);
      return false;
    }
    for (const Value& extent : *list) {
      if (!add(extent, id)) return false;
    }
    return true;
  }

  bool add(const Value& value, ValueId at) {
    const auto extent = extent_of(value);
    if (extent) {
      extents_.push_back(*extent);
    } else {
      evaluator_.complain_of(at, "an extent, an integer from 0", value);
    }
    return extent.has_value();
  }

  Evaluator& evaluator_;
  const Document& document_;
  std::vector<std::int64_t> extents_;
};

}  // namespace

std::optional<Shape> read_shape(Evaluator& evaluator, ValueId id) {
  return ShapeReader(evaluator).read(id);
}

}  // namespace graphrun
