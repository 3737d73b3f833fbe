#include "passes/equal_attributes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <unordered_map>

namespace graphrun {
namespace {

// Of a large tensor the beginning is enough to tell most others from it.
constexpr std::size_t kHashedBytes = 4096;

std::size_t mixed(std::size_t hash, std::size_t with) {
  return (hash ^ with) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

std::size_t hash_of_text(std::string_view text) { return std::hash<std::string_view>()(text); }

std::string_view bytes_of(const HostTensor& tensor) {
  return {static_cast<const char*>(tensor.data()), tensor.bytes()};
}

struct HashValue {
  std::size_t operator()(bool value) const { return value ? 1 : 2; }
  std::size_t operator()(std::int64_t value) const { return static_cast<std::size_t>(value); }
  std::size_t operator()(double value) const { return std::bit_cast<std::uint64_t>(value); }
  std::size_t operator()(const std::string& value) const { return hash_of_text(value); }
  std::size_t operator()(DType value) const { return static_cast<std::size_t>(value); }
  std::size_t operator()(const Shape& value) const {
    std::size_t hash = value.has_rank() ? 3 : 4;
    for (const std::int64_t extent : value.extents()) hash = mixed(hash, (*this)(extent));
    return hash;
  }
  std::size_t operator()(const TensorLiteral& value) const {
    const std::size_t hash = mixed((*this)(value.shape), (*this)(value.dtype));
    if (!value.file.empty()) return mixed(hash, hash_of_text(value.file));
    if (!is_string(value.dtype)) {
      return mixed(hash, hash_of_text(bytes_of(value.elements).substr(0, kHashedBytes)));
    }
    std::size_t texts = hash;
    for (const std::string& text : value.elements.as<std::string>()) {
      texts = mixed(texts, hash_of_text(text));
    }
    return texts;
  }
  template <typename T>
  std::size_t operator()(const std::vector<T>& value) const {
    std::size_t hash = value.size();
    for (const auto& item : value) hash = mixed(hash, (*this)(item));
    return hash;
  }
};

std::size_t hash_of(const Attributes& attributes) {
  std::size_t hash = 5;
  for (const auto& [name, value] : attributes) {
    hash = mixed(mixed(hash, hash_of_text(name)), value.index());
    hash = mixed(hash, std::visit(HashValue(), value));
  }
  return hash;
}

struct EqualValues {
  bool operator()(double a, double b) const {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
  bool operator()(const TensorLiteral& a, const TensorLiteral& b) const {
    if (a.dtype != b.dtype || a.shape != b.shape || a.file != b.file || a.key != b.key) {
      return false;
    }
    if (!a.file.empty()) return true;
    if (a.elements.shape() != b.elements.shape() &&
        a.elements.elements() != b.elements.elements()) {
      return false;  // one is filled, the other written out
    }
    if (is_string(a.dtype)) {
      return std::ranges::equal(a.elements.as<std::string>(), b.elements.as<std::string>());
    }
    return bytes_of(a.elements) == bytes_of(b.elements);
  }
  template <typename T>
  bool operator()(const std::vector<T>& a, const std::vector<T>& b) const {
    return std::ranges::equal(a, b, *this);
  }
  template <typename T>
  bool operator()(const T& a, const T& b) const {
    return a == b;
  }
  template <typename T, typename U>
  bool operator()(const T&, const U&) const {
    return false;  // of different kinds
  }
};

bool are_equal(const Attributes& a, const Attributes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && std::visit(EqualValues(), x.second, y.second);
  });
}

}  // namespace

std::vector<AttributesId> first_equal_attributes(const Graph& graph) {
  std::unordered_multimap<std::size_t, AttributesId> seen;
  std::vector<AttributesId> first(graph.attribute_sets());
  for (AttributesId id = 0; id < first.size(); ++id) {
    const Attributes& attributes = graph.attribute_set(id);
    const std::size_t hash = hash_of(attributes);
    first[id] = id;
    const auto [begin, end] = seen.equal_range(hash);
    const auto equal = std::find_if(begin, end, [&](const auto& other) {
      return are_equal(graph.attribute_set(other.second), attributes);
    });
    if (equal != end) {
      first[id] = equal->second;
    } else {
      seen.emplace(hash, id);
    }
  }
  return first;
}

}  // namespace graphrun
