#include "files/raw_file.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "files/file_error.h"
#include "files/input_file.h"
#include "files/tensor_bytes.h"

namespace graphrun {

static_assert(std::endian::native == std::endian::little, "elements are read as they lie");

HostTensor read_raw(const std::string& path, DType dtype, const Shape& shape) {
  InputFile file(path);
  if (is_string(dtype) || bytes_per_element(dtype) == 0) {
    throw cannot_read(file.name(),
                      fmt::format("elements of type {} have no raw form", name(dtype)));
  }
  const auto elements = shape.checked_elements();
  const std::uint64_t each = bytes_per_element(dtype);
  if (!elements || file.bytes() / each != static_cast<std::uint64_t>(*elements) ||
      file.bytes() % each != 0) {
    const std::string expected =
        elements && static_cast<std::uint64_t>(*elements) <= UINT64_MAX / each
            ? fmt::to_string(static_cast<std::uint64_t>(*elements) * each)
            : "more than any file has";
    throw cannot_read(file.name(),
                      fmt::format("it has {} bytes, but {} of shape {} takes {}", file.bytes(),
                                  name(dtype), to_string(shape), expected));
  }
  HostTensor tensor = tensor_to_read(file.name(), dtype, shape);
  file.read(tensor.mutable_data(), tensor.bytes());
  if (dtype == DType::boolean) normalise_booleans(tensor);
  return tensor;
}

}  // namespace graphrun
