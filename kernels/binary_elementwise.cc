#include "kernels/binary_elementwise.h"

#include <fmt/format.h>

#include <utility>

#include "graph/work.h"

namespace graphrun {

BroadcastWalk::BroadcastWalk(const Shape& a, const Shape& b, const Shape& out) {
  const std::int64_t elements = out.elements();
  const bool a_is_whole = a.elements() == elements;
  const bool b_is_whole = b.elements() == elements;
  if ((a_is_whole || a.elements() == 1) && (b_is_whole || b.elements() == 1)) {
    axes = 1;
    extent[0] = elements;
    a_step[0] = a_is_whole ? 1 : 0;
    b_step[0] = b_is_whole ? 1 : 0;
    return;
  }
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

BroadcastRows::BroadcastRows(const BroadcastWalk& walk, std::int64_t row) : walk_(walk) {
  for (int axis = walk.axes - 2; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    index_[i] = row % walk.extent[i];
    row /= walk.extent[i];
    a_at_ += index_[i] * walk.a_step[i];
    b_at_ += index_[i] * walk.b_step[i];
  }
}

std::string binary_example(const std::string& op, const std::string& x, const std::string& y) {
  return fmt::format(R"(nodes:
  - {{op: Const, name: x, value: {}}}
  - {{op: Const, name: y, value: {}}}
  - {{op: {}, name: z, inputs: [x, y]}}
fetch: [z]
)",
                     x, y, op);
}

std::vector<KernelDef> binary_kernels(const BinaryOp& op) {
  std::vector<KernelDef> kernels = {
      {.device = DeviceType::cpu, .types = {op.on_cpu}, .run = op.cpu}};
  if (!op.on_gpu.empty()) kernels.push_back({.device = DeviceType::gpu, .types = {op.on_gpu}});
  if (op.has_int32_on_host) {
    kernels.push_back({.device = DeviceType::gpu,
                       .types = {{DType::int32}},
                       .host_inputs = {0, 1},
                       .host_outputs = {0}});
  }
  return kernels;
}

OpDef binary_op(BinaryOp op) {
  std::vector<KernelDef> kernels = binary_kernels(op);
  std::string example = binary_example(op.name, op.x, op.y);
  return {.name = std::move(op.name),
          .summary = std::move(op.summary),
          .inputs = {ArgDef::typed("x"), ArgDef::typed("y")},
          .outputs = {ArgDef::typed("z")},
          .type_attributes = {{.name = "T", .allowed = op.allowed}},
          .infer_shapes = broadcast_of_inputs,
          .work = per_output_element<1>,
          .kernels = std::move(kernels),
          .blocks = std::move(op.blocks),
          .in_place_inputs = 2,
          .example = std::move(example)};
}

OpDef binary_arithmetic_op(std::string name, std::string summary, KernelFn cpu,
                           std::vector<BlockDef> blocks) {
  return binary_op(
      {.name = std::move(name),
       .summary = std::move(summary),
       .allowed = kNumberTypes,
       .on_cpu = kNumberTypes,
       .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int64, DType::uint8},
       .has_int32_on_host = true,
       .cpu = cpu,
       .blocks = std::move(blocks),
       .x = "[[1.0, 2.0], [3.0, 4.0]]",
       .y = "[10.0, 20.0]"});
}

}  // namespace graphrun
