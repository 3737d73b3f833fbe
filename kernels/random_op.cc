#include "kernels/random_op.h"

#include "graph/shape_rules.h"

namespace graphrun {
namespace {

struct RandomState final : KernelState {
  RandomStream stream;
};

}  // namespace

RandomStream take_samples(KernelContext& context, std::uint64_t samples) {
  auto& state = context.state<RandomState>([&] {
    auto made = std::make_unique<RandomState>();
    made->stream =
        open_stream(context.attributes().integer("seed"), context.attributes().integer("seed2"));
    return made;
  });
  const RandomStream taken = state.stream;
  state.stream.offset += samples;
  return taken;
}

std::vector<AttributeDef> seed_attributes() {
  return {{.name = "seed", .kind = AttributeKind::integer, .otherwise = std::int64_t{0}},
          {.name = "seed2", .kind = AttributeKind::integer, .otherwise = std::int64_t{0}}};
}

OpDef random_op(std::string name, std::string summary, KernelFn cpu) {
  constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64};
  return {
      .name = std::move(name),
      .summary = std::move(summary),
      .inputs = {ArgDef::typed("shape", 1)},
      .outputs = {ArgDef::typed("output", 0)},
      .type_attributes = {{.name = "dtype", .allowed = kFloatTypes, .otherwise = DType::float32},
                          {.name = "T", .allowed = {DType::int32, DType::int64}}},
      .attributes = seed_attributes(),
      .infer_shapes = shape_from_first_input,
      .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = cpu},
                  {.device = DeviceType::gpu,
                   .types = {kOnGpu, {DType::int32}},
                   .host_inputs = {0}}},
      .is_stateful = true};
}

}  // namespace graphrun
