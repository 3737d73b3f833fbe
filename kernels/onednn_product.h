// Products of float32 matrices by oneDNN. A primitive is made for a shape and a number of threads
// and kept, since making one costs more than a small product.

#pragma once

#include <cstdint>
#include <memory>

namespace graphrun {

struct ProductShape {
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
  bool transpose_a = false;  // a is inner × rows
  bool transpose_b = false;  // b is columns × inner

  friend bool operator==(const ProductShape&, const ProductShape&) = default;
};

// One for each node; one thread at a time.
class OneDnnProduct {
 public:
  OneDnnProduct();
  ~OneDnnProduct();

  // Row-major, without gaps; `product` must not overlap the others.
  void multiply(const ProductShape& shape, const float* a, const float* b, float* product);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
