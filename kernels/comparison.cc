#include "kernels/comparison.h"

#include <utility>

namespace graphrun {
namespace {

OpDef comparison_op(BinaryOp op) {
  OpDef row = binary_op(std::move(op));
  row.outputs = {ArgDef::of("z", DType::boolean)};
  return row;
}

constexpr DTypes kOrderedOnGpu = {DType::float16, DType::float32, DType::float64, DType::int8,
                                  DType::int16,   DType::int64,   DType::uint8};

}  // namespace

OpDef order_op(std::string name, std::string summary, KernelFn cpu) {
  return comparison_op({.name = std::move(name),
                        .summary = std::move(summary),
                        .allowed = kNumberTypes,
                        .on_cpu = OrderedTypes::kDTypes,
                        .on_gpu = kOrderedOnGpu,
                        .has_int32_on_host = true,
                        .cpu = cpu,
                        .x = "[1.0, 2.0, 3.0]",
                        .y = "2.0"});
}

OpDef equality_op(std::string name, std::string summary, KernelFn cpu) {
  return comparison_op({.name = std::move(name),
                        .summary = std::move(summary),
                        .allowed = EqualityTypes::kDTypes,
                        .on_cpu = EqualityTypes::kDTypes,
                        .on_gpu = kOrderedOnGpu | DTypes{DType::boolean},
                        .has_int32_on_host = true,
                        .cpu = cpu,
                        .x = "[a, b, c]",
                        .y = "b"});
}

}  // namespace graphrun
