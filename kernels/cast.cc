// Cast: x converted to another type, element by element.
//
//   number to bool     false where it is 0; a NaN is true
//   integer to integer modulo the range, as C++ does
//   float to float     rounded to the nearest; with Truncate, digits that float16, bfloat16 or
//                      float32 has no room for are cut off, from the types for which TensorFlow
//                      does
//   float to integer   towards zero; what is outside the range becomes its nearest end, a NaN 0.
//                      TensorFlow's CPU kernel leaves that to the processor (C++ defines nothing),
//                      and its GPU kernel does as this one.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/half_arrays.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

// A cast goes from any type to one of five, from there to any: 13 + 5 × 13 loops, not 13 × 13.
// Nothing is lost or rounded on the way to the middle.
template <typename T>
using Middle = typename std::conditional_t<
    std::is_same_v<Computed<T>, float> || std::is_same_v<T, double>,
    std::type_identity<Computed<T>>,
    std::conditional_t<
        std::is_same_v<T, std::uint64_t>, std::type_identity<T>,
        std::conditional_t<std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint32_t>,
                           std::type_identity<std::int64_t>, std::type_identity<std::int32_t>>>>::
    type;

constexpr std::int64_t kBlockElements = 1024;

// Towards zero, the nearest end of To's range where x is outside it, 0 of a NaN. Written without
// branches, for loops of it to be vectorised.
template <typename To, typename From>
To saturated(From x) {
  using Limits = std::numeric_limits<To>;
  using Wide =
      std::conditional_t<std::is_same_v<To, std::uint64_t>, To,
                         std::conditional_t<sizeof(To) == 8 || std::is_same_v<To, std::uint32_t>,
                                            std::int64_t, std::int32_t>>;
  // Powers of two, which every floating point type has.
  const From beyond = std::ldexp(From(1), Limits::digits);
  const From lowest = Limits::is_signed ? -beyond : From(0);
  const From highest = std::nextafter(beyond, From(0));
  const From above = x >= lowest ? x : lowest;  // a NaN too
  const From within = above <= highest ? above : highest;
  const To whole = static_cast<To>(static_cast<Wide>(within));
  const To limited = x >= beyond ? Limits::max() : whole;
  return x == x ? limited : To(0);
}

template <typename To, typename From>
To converted(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(x));
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return saturated<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

template <typename From>
using Store = void (*)(const From* from, void* to, std::int64_t first, std::int64_t elements);

template <typename From, typename To>
void store(const From* from, void* to, std::int64_t first, std::int64_t elements) {
  To* y = static_cast<To*>(to) + first;
  if constexpr (std::is_same_v<To, Half> && std::is_same_v<From, float>) {
    from_floats(from, y, elements);
    return;
  }
  for (std::int64_t i = 0; i < elements; ++i) y[i] = converted<To>(from[i]);
}

template <typename From>
Store<From> store_as(DType dtype) {
  if (dtype == DType::boolean) return store<From, bool>;
  Store<From> found = nullptr;
  for_number_type(dtype, [&]<typename To>(std::type_identity<To>) { found = store<From, To>; });
  return found;
}

// How many of the last bits of a `from` Truncate clears: those that `to` has no room for.
int bits_to_clear(DType from, DType to) {
  if (from == DType::float64 && to == DType::float32) return 52 - 23;
  if (from == DType::float64 && to == DType::float16) return 52 - 10;
  if (from == DType::float32 && to == DType::float16) return 23 - 10;
  if (from == DType::float32 && to == DType::bfloat16) return 23 - 7;
  return 0;
}

template <typename T>
T cleared(T x, int bits) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return x == x ? std::bit_cast<T>(std::bit_cast<Bits>(x) >> bits << bits) : x;
}

template <typename From>
void load(const From* from, Middle<From>* to, std::int64_t elements, int bits) {
  if constexpr (std::is_same_v<Computed<From>, float> && !std::is_same_v<From, float>) {
    to_floats(from, to, elements);
  } else if constexpr (std::is_floating_point_v<From>) {
    for (std::int64_t i = 0; i < elements; ++i) to[i] = cleared(from[i], bits);
  } else {
    for (std::int64_t i = 0; i < elements; ++i) to[i] = static_cast<Middle<From>>(from[i]);
  }
}

template <typename From>
void cast_from(const Tensor& input, const Tensor& output, int bits) {
  const From* x = static_cast<const From*>(input.data());
  const Store<Middle<From>> store = store_as<Middle<From>>(output.dtype());
  for_each_range(output.elements(), [&](std::int64_t first, std::int64_t end) {
    if constexpr (std::is_same_v<From, Middle<From>>) {
      if (bits == 0) return store(x + first, output.data(), first, end - first);
    }
    std::array<Middle<From>, kBlockElements> block;
    for (std::int64_t at = first; at < end; at += kBlockElements) {
      const std::int64_t size = std::min(kBlockElements, end - at);
      load(x + at, block.data(), size, bits);
      store(block.data(), output.data(), at, size);
    }
  });
}

void cast_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const DType to = context.type(1);
  if (input.dtype() == to) {
    context.set_output(0, input);
    return;
  }
  const bool truncate = context.attributes().boolean("Truncate");
  const int bits = truncate ? bits_to_clear(input.dtype(), to) : 0;
  const Tensor& output = context.output();
  if (input.dtype() == DType::boolean) return cast_from<bool>(input, output, bits);
  for_number_type(input.dtype(), [&]<typename From>(std::type_identity<From>) {
    cast_from<From>(input, output, bits);
  });
}

constexpr DTypes kTypes = kNumberTypes | DTypes{DType::boolean};
constexpr DTypes kOnGpu = kGpuFloatTypes | kIntegerTypes | DTypes{DType::boolean};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [-1.7, 0.0, 300.5]}
  - {op: Cast, name: y, inputs: x, DstT: uint8}
fetch: [y]
)";

}  // namespace

void add_cast(OpCatalog& ops) {
  ops.add({.name = "Cast",
           .summary = "x converted to another type, element by element",
           .inputs = {ArgDef::typed("x", 0)},
           .outputs = {ArgDef::typed("y", 1)},
           .type_attributes = {{.name = "SrcT"}, {.name = "DstT"}},
           .attributes = {{.name = "Truncate", .kind = AttributeKind::boolean, .otherwise = false}},
           .infer_shapes = same_as_first_input,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes, kTypes}, .run = cast_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu, kOnGpu}},
                       {.device = DeviceType::gpu, .types = {{DType::float32}, {DType::bfloat16}}},
                       {.device = DeviceType::gpu, .types = {{DType::bfloat16}, {DType::float32}}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
