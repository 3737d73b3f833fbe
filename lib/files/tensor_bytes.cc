#include "files/tensor_bytes.h"

#include <algorithm>
#include <new>

#include "files/file_error.h"

namespace graphrun {

HostTensor tensor_to_read(std::string_view name, DType dtype, const Shape& shape) {
  try {
    return {dtype, shape};
  } catch (const Error& error) {
    throw cannot_read(name, error.what());
  } catch (const std::bad_alloc&) {
    throw cannot_read(name, "there is not enough memory for its elements");
  }
}

void normalise_booleans(HostTensor& tensor) {
  auto* bytes = static_cast<unsigned char*>(tensor.mutable_data());
  std::transform(bytes, bytes + tensor.bytes(), bytes,
                 [](unsigned char byte) { return static_cast<unsigned char>(byte != 0); });
}

}  // namespace graphrun
