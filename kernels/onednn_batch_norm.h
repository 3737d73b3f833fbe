// Batch normalisation of float32 images by oneDNN. A primitive is made for a shape and a number of
// threads and kept.

#pragma once

#include <cstdint>
#include <memory>

namespace graphrun {

struct BatchNormShape {
  std::int64_t batch = 0;
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool channels_last = true;
  bool measures = false;  // mean and variance are of the batch; otherwise they are given
  float epsilon = 0;

  friend bool operator==(const BatchNormShape&, const BatchNormShape&) = default;
};

// What lies in memory for it. `mean` and `variance` (of all elements, not estimated from a sample)
// are written where the shape says `measures`, and read otherwise.
struct BatchNormData {
  const float* images;
  const float* scale;
  const float* offset;
  float* mean;
  float* variance;
  float* out;
};

// One for each node; one thread at a time.
class OneDnnBatchNorm {
 public:
  OneDnnBatchNorm();
  ~OneDnnBatchNorm();

  // REQUIRES: nothing in `shape` is empty.
  void normalize(const BatchNormShape& shape, const BatchNormData& data);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
