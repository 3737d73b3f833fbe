// Pooling of float32 images by oneDNN. A primitive is made for a shape and a number of threads and
// kept.

#pragma once

#include <cstdint>
#include <memory>

#include "kernels/windows.h"

namespace graphrun {

enum class Pooling : std::uint8_t {
  max,
  average,  // of those cells of the window that are not padding
};

struct PoolingShape {
  Pooling pooling = Pooling::max;
  std::int64_t batch = 0;
  std::int64_t channels = 0;
  bool channels_last = true;
  WindowAxis rows;
  WindowAxis columns;

  friend bool operator==(const PoolingShape&, const PoolingShape&) = default;
};

// One for each node; one thread at a time.
class OneDnnPooling {
 public:
  OneDnnPooling();
  ~OneDnnPooling();

  // REQUIRES: nothing in `shape` is empty.
  void pool(const PoolingShape& shape, const float* images, float* out);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
