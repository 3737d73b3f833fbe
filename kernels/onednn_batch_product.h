// Products of batches of float32 matrices by oneDNN. A primitive is made for a shape and a number
// of threads and kept.

#pragma once

#include <cstdint>
#include <memory>

namespace graphrun {

struct BatchProductShape {
  std::int64_t batch = 1;
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
  bool transpose_x = false;  // x is inner × rows
  bool transpose_y = false;  // y is columns × inner
  bool one_x = false;        // one matrix, read for every product of the batch
  bool one_y = false;

  friend bool operator==(const BatchProductShape&, const BatchProductShape&) = default;
};

// One for each node; one thread at a time.
class OneDnnBatchProduct {
 public:
  OneDnnBatchProduct();
  ~OneDnnBatchProduct();

  // Row-major, without gaps; `products` must not overlap the others. REQUIRES: nothing is empty.
  void multiply(const BatchProductShape& shape, const float* x, const float* y, float* products);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
