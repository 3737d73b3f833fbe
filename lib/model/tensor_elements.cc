#include "model/tensor_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "files/file_error.h"

namespace graphrun {
namespace {

enum class Kind { boolean, integer, number, text };

Kind kind_of(const Value& value) {
  if (std::holds_alternative<bool>(value.of)) return Kind::boolean;
  if (std::holds_alternative<std::int64_t>(value.of)) return Kind::integer;
  if (std::holds_alternative<double>(value.of)) return Kind::number;
  return Kind::text;
}

bool is_number(Kind kind) { return kind == Kind::integer || kind == Kind::number; }

// "true or false", "numbers", "text": what elements of a kind are.
std::string_view plural(Kind kind) {
  constexpr std::array<std::string_view, 4> kPlurals = {"true and false", "numbers", "numbers",
                                                        "text"};
  return kPlurals[static_cast<std::size_t>(kind)];
}

class ElementWriter {
 public:
  ElementWriter(Evaluator& evaluator, std::span<const WrittenElement> elements, HostTensor& tensor)
      : evaluator_(evaluator), elements_(elements), tensor_(tensor) {}

  bool write(ValueId at) {
    switch (tensor_.dtype()) {
      case DType::float16: return write_numbers<Half>();
      case DType::bfloat16: return write_numbers<BFloat16>();
      case DType::float32: return write_numbers<float>();
      case DType::float64: return write_numbers<double>();
      case DType::int8: return write_integers<std::int8_t>();
      case DType::int16: return write_integers<std::int16_t>();
      case DType::int32: return write_integers<std::int32_t>();
      case DType::int64: return write_integers<std::int64_t>();
      case DType::uint8: return write_integers<std::uint8_t>();
      case DType::uint16: return write_integers<std::uint16_t>();
      case DType::uint32: return write_integers<std::uint32_t>();
      case DType::uint64: return write_integers<std::uint64_t>();
      case DType::boolean: return write_plain<bool>();
      case DType::string: return write_plain<std::string>();
      case DType::complex64:
      case DType::complex128:
      case DType::resource: break;
    }
    evaluator_.reader().complain(
        at, fmt::format("a graph file cannot write a tensor of {}", name(tensor_.dtype())));
    return false;
  }

 private:
  template <typename T>
  bool write_numbers() {
    const auto to = tensor_.as_mutable<T>();
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const Value& value = elements_[i].value;
      double number = 0;
      if (const auto* integer = std::get_if<std::int64_t>(&value.of)) {
        number = static_cast<double>(*integer);
      } else if (const auto* floating = std::get_if<double>(&value.of)) {
        number = *floating;
      } else {
        return refuse(elements_[i]);
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
  bool write_integers() {
    const auto to = tensor_.as_mutable<T>();
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const auto* integer = std::get_if<std::int64_t>(&elements_[i].value.of);
      if (integer == nullptr) return refuse(elements_[i]);
      if (!std::in_range<T>(*integer)) {
        evaluator_.reader().complain(
            elements_[i].at,
            fmt::format("{} is not within the range of {}", *integer, name(tensor_.dtype())));
        return false;
      }
      to[i] = static_cast<T>(*integer);
    }
    return true;
  }

  template <typename T>
  bool write_plain() {
    const auto to = tensor_.as_mutable<T>();
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const auto* value = std::get_if<T>(&elements_[i].value.of);
      if (value == nullptr) return refuse(elements_[i]);
      to[i] = *value;
    }
    return true;
  }

  bool refuse(const WrittenElement& element) {
    evaluator_.complain_of(element.at, name(tensor_.dtype()), element.value,
                           is_string(tensor_.dtype()) ? "quotes make a text" : "");
    return false;
  }

  Evaluator& evaluator_;
  std::span<const WrittenElement> elements_;
  HostTensor& tensor_;
};

}  // namespace

std::optional<DType> infer_dtype(Evaluator& evaluator, std::span<const WrittenElement> elements) {
  if (elements.empty()) return DType::float32;
  Kind kind = kind_of(elements.front().value);
  for (const WrittenElement& element : elements) {
    const Kind other = kind_of(element.value);
    if (other != kind && !(is_number(kind) && is_number(other))) {
      evaluator.reader().complain(
          element.at,
          fmt::format("{} among {} in one tensor", quote(to_text(element.value)), plural(kind)));
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
  const bool fits = std::ranges::all_of(elements, [](const WrittenElement& element) {
    return std::in_range<std::int32_t>(std::get<std::int64_t>(element.value.of));
  });
  return fits ? DType::int32 : DType::int64;
}

bool write_elements(Evaluator& evaluator, ValueId at, std::span<const WrittenElement> elements,
                    HostTensor& tensor) {
  return ElementWriter(evaluator, elements, tensor).write(at);
}

}  // namespace graphrun
