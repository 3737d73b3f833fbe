// The elements of a tensor that is written in a file, from values to numbers of its type.

#pragma once

#include <optional>
#include <span>

#include "base/host_tensor.h"
#include "model/evaluator.h"

namespace graphrun {

// An element, where it stands.
struct WrittenElement {
  Value value;
  ValueId at;
};

// The type that TensorFlow infers: integers int32 (int64 where one does not fit), numbers with a
// point or exponent float32, text string, true and false bool; float32 where there are none.
// nullopt with a complaint.
std::optional<DType> infer_dtype(Evaluator& evaluator, std::span<const WrittenElement> elements);

// Writes them into `tensor`, converted to its type. `at` is where the tensor stands. False with a
// complaint. REQUIRES: the tensor has as many elements.
bool write_elements(Evaluator& evaluator, ValueId at, std::span<const WrittenElement> elements,
                    HostTensor& tensor);

}  // namespace graphrun
