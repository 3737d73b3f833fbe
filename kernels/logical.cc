#include "kernels/logical.h"

#include <utility>

#include "graph/work.h"

namespace graphrun {

OpDef logical_op(std::string name, std::string summary, KernelFn cpu) {
  std::string example = binary_example(name, "[[true], [false]]", "[true, false]");
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::of("x", DType::boolean), ArgDef::of("y", DType::boolean)},
          .outputs = {ArgDef::of("z", DType::boolean)},
          .infer_shapes = broadcast_of_inputs,
          .work = per_output_element<1>,
          .kernels = {{.device = DeviceType::cpu, .run = cpu}, {.device = DeviceType::gpu}},
          .example = std::move(example)};
}

}  // namespace graphrun
