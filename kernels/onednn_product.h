// Products of float32 matrices, one or a batch of them, by oneDNN. A primitive is made for a shape
// and a number of threads and kept, since making one costs more than a small product.

#pragma once

#include <memory>

#include "kernels/product_shape.h"

namespace graphrun {

// One for each node; one thread at a time.
class OneDnnProduct {
 public:
  OneDnnProduct();
  ~OneDnnProduct();

  // Row-major, without gaps; `products` must not overlap the others. REQUIRES: nothing is empty.
  void multiply(const ProductShape& shape, const float* a, const float* b, float* products);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
