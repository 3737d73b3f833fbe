// The settings of a node other than its types, as typed values.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/dtype.h"
#include "base/host_tensor.h"
#include "base/shape.h"

namespace graphrun {

// A tensor as a graph gives it: written out, or in a file that is read when it is needed.
struct TensorLiteral {
  DType dtype = DType::float32;
  Shape shape;          // complete
  HostTensor elements;  // all of them, or the one that fills `shape`; unused where `file` is set
  std::string file;     // .npy, or .npz with `key`
  std::string key;
};

enum class AttributeKind : std::uint8_t {
  boolean,
  integer,
  number,
  text,
  shape,
  tensor,
  integers,
  numbers,
  texts,
  dtypes,
  shapes,
};

// "an integer", "a list of texts": for messages.
std::string_view description(AttributeKind kind);

// In the order of AttributeKind.
using AttributeValue =
    std::variant<bool, std::int64_t, double, std::string, Shape, TensorLiteral,
                 std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>,
                 std::vector<DType>, std::vector<Shape>>;

// By name, sorted. Names are those of the op's AttributeDefs and live as long as the catalog.
class Attributes {
 public:
  void set(std::string_view name, AttributeValue value);
  const AttributeValue* find(std::string_view name) const;  // nullptr: not given

  bool boolean(std::string_view name) const { return get<bool>(name); }
  std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
  double number(std::string_view name) const { return get<double>(name); }
  const std::string& text(std::string_view name) const { return get<std::string>(name); }
  const Shape& shape(std::string_view name) const { return get<Shape>(name); }
  const TensorLiteral& tensor(std::string_view name) const { return get<TensorLiteral>(name); }
  const std::vector<std::int64_t>& integers(std::string_view name) const {
    return get<std::vector<std::int64_t>>(name);
  }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  // REQUIRES: given, and of this type.
  template <typename T>
  const T& get(std::string_view name) const {
    return std::get<T>(*find(name));
  }

  std::vector<std::pair<std::string_view, AttributeValue>> values_;
};

}  // namespace graphrun
