// RandomShuffle: the rows of a tensor, its parts along the first axis, in a random order. The order
// is TensorFlow's for the same seeds.

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/philox.h"
#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/random_op.h"

namespace graphrun {
namespace {

// Each place in turn is exchanged with one at or behind it, chosen by one word of the stream.
std::vector<std::int64_t> shuffled_order(std::int64_t rows, const RandomStream& stream) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  Philox place(stream.seed, stream.seed2);
  place.skip(stream.offset);
  PhiloxBlock block;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    if (i % 4 == 0) {
      block = place.block();
      place.skip(1);
    }
    const auto left = static_cast<std::uint32_t>(order.size() - i);
    std::swap(order[i], order[i + block.words[i % 4] % left]);
  }
  return order;
}

void random_shuffle_cpu(KernelContext& context) {
  const Tensor& value = context.input(0);
  if (value.elements() <= 1 || value.shape()[0] <= 1) {
    context.set_output(0, value);
    return;
  }
  const std::int64_t rows = value.shape()[0];
  const auto samples = static_cast<std::uint64_t>(rows - 1 + 3) / 4;
  const std::vector<std::int64_t> order = shuffled_order(rows, take_samples(context, samples));
  const Tensor& output = context.output();
  if (is_string(value.dtype())) {
    const auto from = value.as<const std::string>();
    auto to = output.as<std::string>().begin();
    const auto row = from.size() / order.size();
    for (const std::int64_t at : order) {
      to = std::ranges::copy(from.subspan(static_cast<std::size_t>(at) * row, row), to).out;
    }
    return;
  }
  const std::size_t row = value.bytes() / order.size();
  const auto* from = static_cast<const std::byte*>(value.data());
  auto* to = static_cast<std::byte*>(output.data());
  for (const std::int64_t at : order) {
    std::memcpy(to, from + static_cast<std::size_t>(at) * row, row);
    to += row;
  }
}

}  // namespace

void add_random_shuffle(OpCatalog& ops) {
  ops.add(
      {.name = "RandomShuffle",
       .summary = "the parts of a tensor along its first axis, in a random order",
       .inputs = {ArgDef::typed("value")},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T", .allowed = kTensorTypes}},
       .attributes = seed_attributes(),
       .infer_shapes = same_as_first_input,
       .work = moves_all,
       .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = random_shuffle_cpu}},
       .is_stateful = true,
       .example = R"(nodes:
  - {op: Const, name: cards, value: [[1, 2], [3, 4], [5, 6]]}
  - {op: RandomShuffle, name: dealt, inputs: [cards], seed: 1, seed2: 2}
fetch: [dealt]
)"});
}

}  // namespace graphrun
