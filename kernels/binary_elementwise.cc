#include "kernels/binary_elementwise.h"

namespace graphrun {

BroadcastWalk::BroadcastWalk(const Shape& a, const Shape& b, const Shape& out) {
  const auto extent_of = [&](const Shape& shape, int axis) {
    const int shifted = axis - (out.rank() - shape.rank());
    return shifted < 0 ? std::int64_t{1} : shape[shifted];
  };
  // Innermost first, then turned round.
  std::array<bool, Shape::kMaxRank> a_whole{};
  std::array<bool, Shape::kMaxRank> b_whole{};
  for (int axis = out.rank() - 1; axis >= 0; --axis) {
    const std::int64_t n = out[axis];
    if (n == 1) continue;
    const bool a_is = extent_of(a, axis) == n;
    const bool b_is = extent_of(b, axis) == n;
    const auto last = static_cast<std::size_t>(axes - 1);
    if (axes > 0 && a_whole[last] == a_is && b_whole[last] == b_is) {
      extent[last] *= n;
      continue;
    }
    const auto at = static_cast<std::size_t>(axes++);
    extent[at] = n;
    a_whole[at] = a_is;
    b_whole[at] = b_is;
  }
  if (axes == 0) {
    axes = 1;
    extent[0] = 1;
    a_whole[0] = b_whole[0] = true;
  }
  std::int64_t a_stride = 1;
  std::int64_t b_stride = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(axes); ++i) {
    a_step[i] = a_whole[i] ? a_stride : 0;
    b_step[i] = b_whole[i] ? b_stride : 0;
    if (a_whole[i]) a_stride *= extent[i];
    if (b_whole[i]) b_stride *= extent[i];
  }
  std::reverse(extent.begin(), extent.begin() + axes);
  std::reverse(a_step.begin(), a_step.begin() + axes);
  std::reverse(b_step.begin(), b_step.begin() + axes);
}

std::vector<KernelDef> binary_arithmetic_kernels(KernelFn cpu) {
  constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64,
                             DType::uint8};
  return {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = cpu},
          {.device = DeviceType::gpu, .types = {kOnGpu}},
          {.device = DeviceType::gpu,
           .types = {{DType::int32}},
           .host_inputs = {0, 1},
           .host_outputs = {0}}};
}

OpDef binary_arithmetic_op(std::string name, std::string summary, KernelFn cpu) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::typed("x"), ArgDef::typed("y")},
          .outputs = {ArgDef::typed("z")},
          .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
          .infer_shapes = broadcast_of_inputs,
          .kernels = binary_arithmetic_kernels(cpu)};
}

}  // namespace graphrun
