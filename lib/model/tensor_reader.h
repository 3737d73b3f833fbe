// Tensors as graph files write them: `[[1, 2], [3, 4]]`, `0.5`, `{file: w.npy}`.

#pragma once

#include <optional>
#include <string>

#include "graph/attributes.h"
#include "model/evaluator.h"

namespace graphrun {

// What is known of the tensor beside its elements.
struct TensorFrame {
  std::optional<DType> dtype;
  std::optional<Shape> shape;  // complete; a flat list takes it, one scalar fills it
};

// Reads `id`. Without a dtype, as TensorFlow infers it: integers int32 (int64 where one does not
// fit), numbers with a point or exponent float32, text string, true and false bool. A file's header
// is read now, its elements when they are needed. `folder` is where relative file names start.
// nullopt with a complaint; throws Error(file) when a file cannot be read.
std::optional<TensorLiteral> read_tensor(Evaluator& evaluator, ValueId id, const TensorFrame& frame,
                                         const std::string& folder);

}  // namespace graphrun
