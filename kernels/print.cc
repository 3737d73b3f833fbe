// Print: passes its first input on and writes the others to standard error, as TensorFlow 1.15's
// does: a line with the message and each tensor in brackets. `first_n` lines at most, where it is
// not negative; `summarize` elements of each tensor. A Print has at least one tensor to write.

#include <cstdio>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/tensor_summary.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

struct PrintState final : KernelState {
  std::int64_t lines = 0;
};

void print_cpu(KernelContext& context) {
  const Attributes& attributes = context.attributes();
  context.set_output(0, context.input(0));
  auto& state = context.state<PrintState>([] { return std::make_unique<PrintState>(); });
  const std::int64_t first_n = attributes.integer("first_n");
  if (first_n >= 0 && state.lines >= first_n) return;
  ++state.lines;
  std::string line = attributes.text("message");
  for (int i = 1; i < context.inputs(); ++i) {
    line += '[' + tensor_summary(context.input(i), attributes.integer("summarize")) + ']';
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);  // whole, beside what other threads write
}

}  // namespace

void add_print(OpCatalog& ops) {
  ops.add(
      {.name = "Print",
       .summary = "passes its input on and writes tensors to standard error",
       .inputs = {ArgDef::typed("input"),
                  {.name = "data", .kind = ArgDef::Kind::any, .is_list = true}},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T"}},
       .attributes =
           {{.name = "message", .kind = AttributeKind::text, .otherwise = std::string()},
            {.name = "first_n", .kind = AttributeKind::integer, .otherwise = std::int64_t{-1}},
            {.name = "summarize", .kind = AttributeKind::integer, .otherwise = std::int64_t{3}}},
       .infer_shapes = same_as_first_input,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .run = print_cpu}},
       .is_stateful = true,
       .passes_on = PassesOn::inputs,
       .example = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0, 3.0, 4.0]}
  - {op: Print, name: shown, inputs: [x, x], message: "x = "}
fetch: [shown]
)"});
}

}  // namespace graphrun
