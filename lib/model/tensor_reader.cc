#include "model/tensor_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "files/array_file.h"

namespace graphrun {
namespace {

constexpr auto kFileKeys = std::to_array<std::string_view>({"file", "key", "dtype", "shape"});

// A scalar of the tensor, where it stands.
struct Leaf {
  Value value;
  ValueId at;
};

enum class Kind { boolean, integer, number, text };

std::string_view name(Kind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"bool", "integer", "float", "text"};
  return kNames[static_cast<std::size_t>(kind)];
}

Kind kind_of(const Value& value) {
  if (std::holds_alternative<bool>(value.of)) return Kind::boolean;
  if (std::holds_alternative<std::int64_t>(value.of)) return Kind::integer;
  if (std::holds_alternative<double>(value.of)) return Kind::number;
  return Kind::text;
}

class TensorReader {
 public:
  TensorReader(Evaluator& evaluator, const TensorFrame& frame, const std::string& folder)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        frame_(frame),
        folder_(folder) {}

  std::optional<TensorLiteral> read(ValueId id) {
    if (document_.is_mapping(id)) return read_file(id);
    if (!gather(id, 0)) return std::nullopt;
    const Shape nested{std::span<const std::int64_t>(extents_)};
    const auto shape = fit(id, nested);
    if (!shape) return std::nullopt;
    const auto dtype = frame_.dtype ? frame_.dtype : inferred_type();
    if (!dtype) return std::nullopt;

    TensorLiteral literal;
    literal.dtype = *dtype;
    literal.shape = *shape;
    const bool fills = extents_.empty() && *shape != nested;
    literal.elements = HostTensor(*dtype, fills ? Shape{} : *shape);
    if (!convert(literal.elements)) return std::nullopt;
    return literal;
  }

 private:
  // Collects the leaves below `id`, and the extents on the way to the first one; every other way
  // must have the same.
  bool gather(ValueId id, std::size_t depth) {
    if (document_.is_scalar(id)) {
      auto value = evaluator_.value(id);
      return value && gather(std::move(*value), id, depth);
    }
    if (!document_.is_sequence(id)) {
      reader_.complain(id, fmt::format("expected a number, a text or a list, got {}",
                                       document_.description(id)));
      return false;
    }
    if (!enter(id, depth, document_.size(id))) return false;
    for (ValueId item = document_.first(id); item != kNoValue; item = document_.next(item)) {
      if (!gather(item, depth + 1)) return false;
    }
    return true;
  }

  bool gather(Value&& value, ValueId at, std::size_t depth) {
    if (auto* list = std::get_if<ValueList>(&value.of)) {
      if (!enter(at, depth, list->size())) return false;
      return std::ranges::all_of(
          *list, [&](Value& item) { return gather(std::move(item), at, depth + 1); });
    }
    if (!leaves_.empty() || has_depth_) {
      if (depth != extents_.size()) return complain_of_ragged(at, depth);
    }
    has_depth_ = true;
    leaves_.push_back({std::move(value), at});
    return true;
  }

  bool enter(ValueId at, std::size_t depth, std::size_t items) {
    if (depth < extents_.size()) {
      if (extents_[depth] == static_cast<std::int64_t>(items)) return true;
      reader_.complain(at, fmt::format("lists of {} and of {} elements side by side do not make a "
                                       "tensor",
                                       extents_[depth], items));
      return false;
    }
    if (has_depth_) return complain_of_ragged(at, depth);
    if (depth >= static_cast<std::size_t>(Shape::kMaxRank)) {
      reader_.complain(at, fmt::format("a tensor has at most {} dimensions", Shape::kMaxRank));
      return false;
    }
    extents_.push_back(static_cast<std::int64_t>(items));
    if (items == 0) has_depth_ = true;
    return true;
  }

  bool complain_of_ragged(ValueId at, std::size_t depth) {
    reader_.complain(at, fmt::format("elements at depth {} and at depth {} do not make a tensor",
                                     extents_.size(), depth));
    return false;
  }

  // The tensor's shape, given how its elements are nested.
  std::optional<Shape> fit(ValueId id, const Shape& nested) {
    if (!frame_.shape) return nested;
    const Shape& shape = *frame_.shape;
    const auto wanted = shape.checked_elements();
    if (!wanted) {
      reader_.complain(id, fmt::format("shape {} is too large", to_string(shape)));
      return std::nullopt;
    }
    if (extents_.empty() || nested.elements() == *wanted) return shape;
    reader_.complain(id, fmt::format("shape {} takes {} elements, but {} are given",
                                     to_string(shape), *wanted, nested.elements()),
                     "", "one number that is not in a list fills a shape");
    return std::nullopt;
  }

  std::optional<DType> inferred_type() {
    if (leaves_.empty()) return DType::float32;
    Kind kind = kind_of(leaves_.front().value);
    for (const Leaf& leaf : leaves_) {
      const Kind other = kind_of(leaf.value);
      const bool both_numbers = (kind == Kind::integer || kind == Kind::number) &&
                                (other == Kind::integer || other == Kind::number);
      if (other != kind && !both_numbers) {
        reader_.complain(leaf.at, fmt::format("{} and {} in one tensor", name(kind), name(other)));
        return std::nullopt;
      }
      if (other == Kind::number) kind = Kind::number;
    }
    switch (kind) {
      case Kind::boolean: return DType::boolean;
      case Kind::number: return DType::float32;
      case Kind::text: return DType::string;
      case Kind::integer: break;
    }
    const bool fits = std::ranges::all_of(leaves_, [](const Leaf& leaf) {
      const auto value = std::get<std::int64_t>(leaf.value.of);
      return value >= std::numeric_limits<std::int32_t>::min() &&
             value <= std::numeric_limits<std::int32_t>::max();
    });
    return fits ? DType::int32 : DType::int64;
  }

  bool convert(HostTensor& tensor) {
    switch (tensor.dtype()) {
      case DType::float16: return convert_numbers<Half>(tensor);
      case DType::bfloat16: return convert_numbers<BFloat16>(tensor);
      case DType::float32: return convert_numbers<float>(tensor);
      case DType::float64: return convert_numbers<double>(tensor);
      case DType::int8: return convert_integers<std::int8_t>(tensor);
      case DType::int16: return convert_integers<std::int16_t>(tensor);
      case DType::int32: return convert_integers<std::int32_t>(tensor);
      case DType::int64: return convert_integers<std::int64_t>(tensor);
      case DType::uint8: return convert_integers<std::uint8_t>(tensor);
      case DType::uint16: return convert_integers<std::uint16_t>(tensor);
      case DType::uint32: return convert_integers<std::uint32_t>(tensor);
      case DType::uint64: return convert_integers<std::uint64_t>(tensor);
      case DType::boolean: return convert_plain<bool>(tensor);
      case DType::string: return convert_plain<std::string>(tensor);
      case DType::complex64:
      case DType::complex128:
      case DType::resource: break;
    }
    reader_.complain(leaves_.empty() ? kNoValue : leaves_.front().at,
                     fmt::format("a graph file cannot write a tensor of {}",
                                 graphrun::name(tensor.dtype())));
    return false;
  }

  bool refuse(const Leaf& leaf, DType dtype) {
    reader_.complain(leaf.at, fmt::format("expected {}, got {} '{}'", graphrun::name(dtype),
                                          kind(leaf.value), to_text(leaf.value)));
    return false;
  }

  template <typename T>
  bool convert_numbers(HostTensor& tensor) {
    const auto to = tensor.as_mutable<T>();
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      const Value& value = leaves_[i].value;
      double number = 0;
      if (const auto* integer = std::get_if<std::int64_t>(&value.of)) {
        number = static_cast<double>(*integer);
      } else if (const auto* floating = std::get_if<double>(&value.of)) {
        number = *floating;
      } else {
        return refuse(leaves_[i], tensor.dtype());
      }
      if constexpr (std::is_same_v<T, double>) {
        to[i] = number;
      } else {
        to[i] = T(static_cast<float>(number));
      }
    }
    return true;
  }

  template <typename T>
  bool convert_integers(HostTensor& tensor) {
    const auto to = tensor.as_mutable<T>();
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      const auto* integer = std::get_if<std::int64_t>(&leaves_[i].value.of);
      if (integer == nullptr) return refuse(leaves_[i], tensor.dtype());
      if (!std::in_range<T>(*integer)) {
        reader_.complain(leaves_[i].at,
                         fmt::format("{} does not fit {}", *integer, graphrun::name(tensor.dtype())));
        return false;
      }
      to[i] = static_cast<T>(*integer);
    }
    return true;
  }

  template <typename T>
  bool convert_plain(HostTensor& tensor) {
    const auto to = tensor.as_mutable<T>();
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      const auto* value = std::get_if<T>(&leaves_[i].value.of);
      if (value == nullptr) return refuse(leaves_[i], tensor.dtype());
      to[i] = *value;
    }
    return true;
  }

  std::optional<TensorLiteral> read_file(ValueId id) {
    reader_.check_keys(id, "a file", kFileKeys);
    const ValueId file = document_.find(id, "file");
    if (file == kNoValue) {
      reader_.complain(id, "expected a number, a text, a list or {file: a.npy}, got a mapping");
      return std::nullopt;
    }
    const auto path = evaluator_.text(file, "a file's name");
    if (!path) return std::nullopt;
    TensorLiteral literal;
    literal.file = path->starts_with('/') ? std::string(*path) : folder_ + std::string(*path);
    if (const ValueId key = document_.find(id, "key"); key != kNoValue) {
      const auto text = evaluator_.text(key, "an array's name in the file");
      if (!text) return std::nullopt;
      literal.key = std::string(*text);
    }
    try {
      const ArrayHeader header = read_array_header(literal.file, literal.key);
      literal.dtype = header.dtype;
      literal.shape = header.shape;
    } catch (const Error& error) {
      const Complaint complaint{document_.position(file), error.what(), "", ""};
      throw Error(error.status(), to_string(complaint));
    }
    if (frame_.dtype && *frame_.dtype != literal.dtype) {
      reader_.complain(file, fmt::format("expected {}, but the file holds {}",
                                         graphrun::name(*frame_.dtype),
                                         graphrun::name(literal.dtype)));
      return std::nullopt;
    }
    if (frame_.shape) {
      if (frame_.shape->checked_elements() != literal.shape.checked_elements()) {
        reader_.complain(file, fmt::format("shape {} does not fit the file's {}",
                                           to_string(*frame_.shape), to_string(literal.shape)));
        return std::nullopt;
      }
      literal.shape = *frame_.shape;
    }
    return literal;
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  const TensorFrame& frame_;
  const std::string& folder_;
  std::vector<Leaf> leaves_;
  std::vector<std::int64_t> extents_;
  bool has_depth_ = false;  // the first leaf, or an empty list, has said how deep the nesting is
};

}  // namespace

std::optional<TensorLiteral> read_tensor(Evaluator& evaluator, ValueId id, const TensorFrame& frame,
                                         const std::string& folder) {
  return TensorReader(evaluator, frame, folder).read(id);
}

std::optional<Shape> read_shape(Evaluator& evaluator, ValueId id) {
  const Document& document = evaluator.document();
  DocumentReader& reader = evaluator.reader();
  std::vector<std::int64_t> extents;
  const auto add = [&](const Value& value, ValueId at) {
    const auto* extent = std::get_if<std::int64_t>(&value.of);
    const auto* text = std::get_if<std::string>(&value.of);
    if (text != nullptr && *text == "?") {
      extents.push_back(Shape::kUnknown);
    } else if (extent != nullptr && *extent >= Shape::kUnknown) {
      extents.push_back(*extent);
    } else {
      evaluator.complain_of(at, "an extent, 0 or more", value);
      return false;
    }
    return true;
  };

  if (document.is_sequence(id)) {
    for (ValueId item = document.first(id); item != kNoValue; item = document.next(item)) {
      if (document.is_null(item)) {
        extents.push_back(Shape::kUnknown);
        continue;
      }
      const auto value = evaluator.value(item);
      if (!value || !add(*value, item)) return std::nullopt;
    }
  } else {
    if (!document.is_scalar(id)) {
      reader.complain(id, fmt::format("expected a shape, such as [2, 3], got {}",
                                      document.description(id)));
      return std::nullopt;
    }
    const auto value = evaluator.value(id);
    if (!value) return std::nullopt;
    const auto* list = std::get_if<ValueList>(&value->of);
    if (list == nullptr) {
      evaluator.complain_of(id, "a shape, such as [2, 3]", *value);
      return std::nullopt;
    }
    for (const Value& extent : *list) {
      if (!add(extent, id)) return std::nullopt;
    }
  }
  if (extents.size() > static_cast<std::size_t>(Shape::kMaxRank)) {
    reader.complain(id, fmt::format("a tensor has at most {} dimensions, not {}", Shape::kMaxRank,
                                    extents.size()));
    return std::nullopt;
  }
  return Shape(std::span<const std::int64_t>(extents));
}

}  // namespace graphrun
