// What a run computed, as text or as data.

#pragma once

#include <span>
#include <string>

#include "base/host_tensor.h"
#include "graph/fetch.h"
#include "report/numpy_era.h"

namespace graphrun {

// One tensor as Python prints it. Several: each below a line with its name. An op without outputs
// is None. Ends with a newline.
std::string results_text(std::span<const Fetch> fetches, std::span<const HostTensor> tensors,
                         NumpyEra era);

// {"graph": ..., "results": [{"name", "dtype", "shape", "values"}]}: values nested as the shape is,
// all of them; what JSON has no number for is text: "nan", "inf", "-inf".
std::string results_json(std::string_view graph, std::span<const Fetch> fetches,
                         std::span<const HostTensor> tensors);

}  // namespace graphrun
