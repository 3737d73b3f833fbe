#include "model/tensor_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "files/array_file.h"
#include "model/tensor_elements.h"

namespace graphrun {
namespace {

constexpr auto kFileKeys = std::to_array<std::string_view>({"file", "key"});

std::string elements(std::int64_t count) {
  return fmt::format("{} element{}", count, count == 1 ? "" : "s");
}

// A tensor whose elements are written out, in lists of lists.
class NestedReader {
 public:
  NestedReader(Evaluator& evaluator, const TensorFrame& frame)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        frame_(frame) {}

  std::optional<TensorLiteral> read(ValueId id) {
    if (!gather(id, 0)) return std::nullopt;
    const Shape nested{std::span<const std::int64_t>(extents_)};
    if (frame_.shape && !fits(id, nested, *frame_.shape)) return std::nullopt;
    const Shape shape = frame_.shape.value_or(nested);
    const auto dtype = frame_.dtype ? frame_.dtype : infer_dtype(evaluator_, elements_);
    if (!dtype) return std::nullopt;
    const bool fills = extents_.empty();
    TensorLiteral literal{.dtype = *dtype, .shape = shape};
    literal.elements = HostTensor(*dtype, fills ? Shape{} : shape);
    if (!write_elements(evaluator_, id, elements_, literal.elements)) return std::nullopt;
    return literal;
  }

 private:
  // Collects the elements below `id`, and the extents on the way to the first one; every other way
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
    if (knows_depth_ && depth != extents_.size()) {
      return complain_of_ragged(
          at, fmt::format("one element, where the others are lists of {}", extents_[depth]));
    }
    knows_depth_ = true;
    elements_.push_back({std::move(value), at});
    return true;
  }

  bool enter(ValueId at, std::size_t depth, std::size_t items) {
    const auto extent = static_cast<std::int64_t>(items);
    if (depth < extents_.size()) {
      if (extents_[depth] == extent) return true;
      return complain_of_ragged(at, fmt::format("this list has {}, the one before it {}",
                                                elements(extent), extents_[depth]));
    }
    if (knows_depth_) {
      return complain_of_ragged(at, "a list, where the others are single elements");
    }
    if (depth >= static_cast<std::size_t>(Shape::kMaxRank)) {
      reader_.complain(at, fmt::format("a tensor has at most {} dimensions", Shape::kMaxRank));
      return false;
    }
    extents_.push_back(extent);
    if (items == 0) knows_depth_ = true;
    return true;
  }

  bool complain_of_ragged(ValueId at, std::string note) {
    reader_.complain(at, "ragged lists do not make a tensor", std::move(note));
    return false;
  }

  bool fits(ValueId id, const Shape& nested, const Shape& shape) {
    const auto wanted = shape.checked_elements();
    if (!wanted) {
      reader_.complain(id, fmt::format("the shape {} is too large", to_string(shape)));
      return false;
    }
    if (extents_.empty() || nested.elements() == *wanted) return true;
    reader_.complain(id,
                     fmt::format("the shape {} takes {}, but there are {}", to_string(shape),
                                 elements(*wanted), nested.elements()),
                     nested.elements() == 1 ? "a number without brackets fills a shape" : "");
    return false;
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  const TensorFrame& frame_;
  std::vector<WrittenElement> elements_;
  std::vector<std::int64_t> extents_;
  bool knows_depth_ = false;  // the first element, or an empty list, has said how deep lists nest
};

// A tensor in a .npy or .npz file.
class FileReader {
 public:
  FileReader(Evaluator& evaluator, const TensorFrame& frame, const std::string& folder)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        frame_(frame),
        folder_(folder) {}

  std::optional<TensorLiteral> read(ValueId id) {
    const ValueId file = document_.find(id, "file");
    if (file == kNoValue) {
      reader_.complain(id, "expected a number, a text, a list or {file: a.npy}, got a mapping",
                       DocumentReader::note_on_key(document_.text(document_.first(id)), kFileKeys));
      return std::nullopt;
    }
    if (!reader_.check_keys(id, "a file", kFileKeys)) return std::nullopt;
    const auto path = evaluator_.text(file, "a file's name");
    if (!path) return std::nullopt;
    TensorLiteral literal;
    literal.file = path->starts_with('/') ? std::string(*path) : folder_ + std::string(*path);
    if (const ValueId key = document_.find(id, "key"); key != kNoValue) {
      const auto text = evaluator_.text(key, "an array's name in the file");
      if (!text) return std::nullopt;
      literal.key = std::string(*text);
    }
    read_header(file, literal);
    if (!fits(file, literal)) return std::nullopt;
    if (frame_.shape) literal.shape = *frame_.shape;
    return literal;
  }

 private:
  void read_header(ValueId file, TensorLiteral& literal) {
    try {
      const ArrayHeader header = read_array_header(literal.file, literal.key);
      literal.dtype = header.dtype;
      literal.shape = header.shape;
    } catch (const Error& error) {
      throw Error(error.status(), to_string(Complaint{document_.position(file), error.what()}));
    }
  }

  bool fits(ValueId file, const TensorLiteral& literal) {
    if (frame_.dtype && *frame_.dtype != literal.dtype) {
      reader_.complain(file, fmt::format("expected {}, but the file holds {}", name(*frame_.dtype),
                                         name(literal.dtype)));
      return false;
    }
    if (frame_.shape && frame_.shape->checked_elements() != literal.shape.checked_elements()) {
      reader_.complain(file, fmt::format("the shape {} does not fit the file's {}",
                                         to_string(*frame_.shape), to_string(literal.shape)));
      return false;
    }
    return true;
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  const TensorFrame& frame_;
  const std::string& folder_;
};

}  // namespace

std::optional<TensorLiteral> read_tensor(Evaluator& evaluator, ValueId id, const TensorFrame& frame,
                                         const std::string& folder) {
  if (evaluator.document().is_mapping(id)) return FileReader(evaluator, frame, folder).read(id);
  return NestedReader(evaluator, frame).read(id);
}

}  // namespace graphrun
