#include "runtime/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.h"
#include "files/array_file.h"

namespace graphrun {
namespace {

template <typename T>
void fill(const HostTensor& one, HostTensor& all) {
  std::ranges::fill(all.as_mutable<T>(), one.as<T>()[0]);
}

// Numbers are filled by their bytes: what they mean does not matter.
void fill_bytes(const HostTensor& one, HostTensor& all) {
  const std::size_t each = bytes_per_element(one.dtype());
  const auto elements = static_cast<std::size_t>(all.elements());
  auto* to = static_cast<std::byte*>(all.mutable_data());
  for (std::size_t i = 0; i < elements; ++i) std::memcpy(to + i * each, one.data(), each);
}

}  // namespace

HostTensor elements_of(const TensorLiteral& literal) {
  if (!literal.file.empty()) {
    const HostTensor read = read_array(literal.file, literal.key);
    // The file may have changed since its header was read.
    if (read.dtype() != literal.dtype || read.elements() != literal.shape.elements()) {
      throw Error(
          ExitStatus::file,
          fmt::format("'{}' holds another array than when the graph was read", literal.file));
    }
    return read.reshaped(literal.shape);
  }
  if (literal.elements.elements() == literal.shape.elements()) {
    return literal.elements.reshaped(literal.shape);
  }
  HostTensor filled(literal.dtype, literal.shape);
  if (is_string(literal.dtype)) {
    fill<std::string>(literal.elements, filled);
  } else {
    fill_bytes(literal.elements, filled);
  }
  return filled;
}

}  // namespace graphrun
