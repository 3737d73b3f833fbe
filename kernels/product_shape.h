// The extents of a product of matrices, or of a batch of them.

#pragma once

#include <cstdint>

namespace graphrun {

struct ProductShape {
  std::int64_t batch = 1;  // products
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
  bool transpose_a = false;  // a is inner × rows
  bool transpose_b = false;  // b is columns × inner
  bool one_a = false;        // one matrix, read for every product of the batch
  bool one_b = false;

  friend bool operator==(const ProductShape&, const ProductShape&) = default;
};

}  // namespace graphrun
