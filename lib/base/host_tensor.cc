#include "base/host_tensor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>
#include <new>

#include "base/error.h"

namespace graphrun {
namespace {

constexpr std::size_t kAlignment = 64;  // a cache line, and the widest vector register

// The kernel grants more than there is and kills whoever then uses it; refusing first is kinder.
std::size_t physical_memory_bytes() {
  static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                   static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

[[noreturn]] void refuse(DType dtype, const Shape& shape) {
  throw Error(ExitStatus::device,
              fmt::format("ResourceExhaustedError: OOM when allocating tensor with shape{} and "
                          "type {} in host memory",
                          to_string(shape), message_name(dtype)));
}

}  // namespace

HostTensor::HostTensor(DType dtype, const Shape& shape) : dtype_(dtype), shape_(shape) {
  const auto count = shape.checked_elements();
  const std::size_t each = bytes_per_element(dtype);
  if (!count || (each > 0 && static_cast<std::size_t>(*count) > physical_memory_bytes() / each)) {
    refuse(dtype, shape);
  }
  const auto elements = static_cast<std::size_t>(*count);
  if (is_string(dtype)) {
    data_ = std::shared_ptr<std::string[]>(new std::string[elements]);
    return;
  }
  const std::size_t bytes = (elements * each + kAlignment - 1) / kAlignment * kAlignment;
  void* memory = std::aligned_alloc(kAlignment, bytes == 0 ? kAlignment : bytes);
  if (memory == nullptr) refuse(dtype, shape);
  data_ = std::shared_ptr<void>(memory, std::free);
}

HostTensor HostTensor::reshaped(const Shape& shape) const {
  assert(shape.elements() == elements());
  HostTensor other = *this;
  other.shape_ = shape;
  return other;
}

}  // namespace graphrun
