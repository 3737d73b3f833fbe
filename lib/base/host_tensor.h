// A tensor in the host's memory, as constants, feeds and results hold it: a value whose elements
// several copies share. Row-major, without gaps; strings are std::string objects.
//
// Reading is safe from any thread; writing is for whoever has just made it.

#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/shape.h"

namespace graphrun {

class HostTensor {
 public:
  HostTensor() : HostTensor(DType::float32, Shape{0}) {}

  // Numbers are uninitialised, strings empty. REQUIRES: shape.is_complete().
  // Throws Error(device) when the memory cannot be had.
  HostTensor(DType dtype, const Shape& shape);

  template <typename T>
  static HostTensor of(const Shape& shape, const std::vector<T>& elements);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::int64_t elements() const { return shape_.elements(); }
  // The bytes of its elements; of strings, those of the objects.
  std::size_t bytes() const {
    return static_cast<std::size_t>(elements()) * bytes_per_element(dtype_);
  }

  template <typename T>
  std::span<const T> as() const {
    assert(dtype_ == dtype_of<T>);
    return {static_cast<const T*>(data_.get()), static_cast<std::size_t>(elements())};
  }
  template <typename T>
  std::span<T> as_mutable() {
    assert(dtype_ == dtype_of<T>);
    return {static_cast<T*>(data_.get()), static_cast<std::size_t>(elements())};
  }
  const void* data() const { return data_.get(); }
  void* mutable_data() { return data_.get(); }
  // Keeps the elements alive for whoever reads them in place.
  std::shared_ptr<const void> share() const { return data_; }

  // The same elements in another shape. REQUIRES: as many elements.
  HostTensor reshaped(const Shape& shape) const;

 private:
  DType dtype_;
  Shape shape_;
  std::shared_ptr<void> data_;
};

template <typename T>
HostTensor HostTensor::of(const Shape& shape, const std::vector<T>& elements) {
  HostTensor tensor(dtype_of<T>, shape);
  assert(static_cast<std::size_t>(tensor.elements()) == elements.size());
  auto to = tensor.as_mutable<T>();
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = elements[i];
  return tensor;
}

}  // namespace graphrun
