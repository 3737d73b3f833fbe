// AsString: numbers and truths as texts, as C's printf writes them.

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "graph/shape_rules.h"
#include "kernels/for_dtype.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

// Wider than any number is; a text that a wrong file asks for stays small.
constexpr std::int64_t kMostCharacters = 4096;

// What stands between the percent sign and the conversion's letter: "010.3".
std::string layout(const KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const DType dtype = context.type();
  const std::int64_t precision = attributes.integer("precision");
  const std::int64_t width = attributes.integer("width");
  const std::string& fill = attributes.text("fill");
  const bool scientific = attributes.boolean("scientific");
  const bool shortest = attributes.boolean("shortest");
  if (!is_floating_point(dtype)) {
    if (scientific || shortest) {
      KernelContext::invalid(fmt::format(
          "scientific and shortest format not supported for datatype {}", message_name(dtype)));
    }
    if (precision >= 0) {
      KernelContext::invalid(
          fmt::format("precision not supported for datatype {}", message_name(dtype)));
    }
  }
  if (fill.size() > 1) KernelContext::invalid("Fill string must be one or fewer characters");
  if (fill.find_first_not_of(" +-0#") != std::string::npos) {
    KernelContext::invalid(fmt::format("Fill argument not supported: \"{}\"", fill));
  }
  if (scientific && shortest) {
    KernelContext::invalid("Cannot select both scientific and shortest notation");
  }
  if (width > kMostCharacters || precision > kMostCharacters) {
    KernelContext::invalid(
        fmt::format("width and precision are at most {} characters", kMostCharacters));
  }
  std::string text;
  if (width > -1) text += fmt::format("{}{}", fill, width);
  if (precision > -1) text += fmt::format(".{}", precision);
  return text;
}

template <typename Number>
std::string written(const std::string& format, Number number) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), number);
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), number);
  text.pop_back();
  return text;
}

void as_string_cpu(KernelContext& context) {
  const std::string between = layout(context);
  const Attributes& attributes = context.attributes();
  const Tensor& input = context.input(0);
  const auto to = context.output_as<std::string>();
  if (input.dtype() == DType::boolean) {
    const auto from = input.as<const bool>();
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] ? "true" : "false";
    return;
  }
  const char* letter = attributes.boolean("shortest")     ? "g"
                       : attributes.boolean("scientific") ? "e"
                                                          : "f";
  for_number_type(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto from = input.as<const T>();
    if constexpr (std::is_integral_v<T>) {
      const std::string format = "%" + between + "lld";
      for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = written(format, static_cast<long long>(from[i]));
      }
    } else {
      const std::string format = "%" + between + letter;
      for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = written(format, double{Arithmetic<T>(from[i])});
      }
    }
  });
}

constexpr DTypes kTypes = {DType::int8,    DType::int16,   DType::int32,  DType::int64,
                           DType::float32, DType::float64, DType::boolean};

}  // namespace

void add_as_string(OpCatalog& ops) {
  constexpr auto kOpen = std::int64_t{-1};
  ops.add(
      {.name = "AsString",
       .summary = "numbers and truths as texts",
       .inputs = {ArgDef::typed("input")},
       .outputs = {ArgDef::of("output", DType::string)},
       .type_attributes = {{.name = "T", .allowed = kTypes}},
       .attributes = {{.name = "precision", .kind = AttributeKind::integer, .otherwise = kOpen},
                      {.name = "scientific", .kind = AttributeKind::boolean, .otherwise = false},
                      {.name = "shortest", .kind = AttributeKind::boolean, .otherwise = false},
                      {.name = "width", .kind = AttributeKind::integer, .otherwise = kOpen},
                      {.name = "fill", .kind = AttributeKind::text, .otherwise = std::string()}},
       .infer_shapes = same_as_first_input,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = as_string_cpu}},
       .example = R"(nodes:
  - {op: Const, name: x, value: [3.14159, 2.71828]}
  - {op: AsString, name: text, inputs: [x], precision: 2, width: 8, fill: "0"}
fetch: [text]
)"});
}

}  // namespace graphrun
