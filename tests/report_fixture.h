// Graphs, devices and placements for tests of what is printed: a few ops with TensorFlow's
// definitions and no kernels that run, the guide's machines, and the guide's graphs.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/device_info.h"
#include "graph/op_catalog.h"
#include "graph/shape_rules.h"
#include "model/read_model.h"
#include "placement/placement_fault.h"
#include "placement/placer.h"
#include "report/style.h"

namespace graphrun::report_fixture {

inline void const_shape(ShapeContext& context) {
  context.set_output(0, context.attributes().tensor("value").shape);
}

inline void product_shape(ShapeContext& context) {
  const Shape& a = context.input(0);
  const Shape& b = context.input(1);
  context.set_output(0, a.has_rank() && b.has_rank() ? Shape{a[0], b[1]}
                                                     : Shape{Shape::kUnknown, Shape::kUnknown});
}

inline OpCatalog make_ops() {
  const KernelDef on_cpu{.device = DeviceType::cpu};
  const KernelDef on_gpu{.device = DeviceType::gpu};
  const KernelDef floats_on_gpu{.device = DeviceType::gpu, .types = {{DType::float32}}};
  OpCatalog ops;
  ops.add(
      {.name = "Const",
       .summary = "A tensor of the graph file.",
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "dtype"}},
       .attributes =
           {{.name = "value", .kind = AttributeKind::tensor},
            {.name = "shape", .kind = AttributeKind::shape, .optional = true, .file_only = true}},
       .infer_shapes = const_shape,
       .kernels = {on_cpu, on_gpu}});
  ops.add({.name = "Placeholder",
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "dtype"}},
           .attributes = {{.name = "shape", .kind = AttributeKind::shape, .optional = true}},
           .infer_shapes = shape_from_attribute,
           .kernels = {on_cpu, on_gpu}});
  ops.add({.name = "MatMul",
           .summary = "The product of two matrices.",
           .inputs = {ArgDef::typed("a"), ArgDef::typed("b")},
           .outputs = {ArgDef::typed("product")},
           .type_attributes = {{.name = "T",
                                .allowed = {DType::float32, DType::float64, DType::int32}}},
           .attributes = {{.name = "transpose_a",
                           .kind = AttributeKind::boolean,
                           .otherwise = AttributeValue(false)},
                          {.name = "transpose_b",
                           .kind = AttributeKind::boolean,
                           .otherwise = AttributeValue(false)}},
           .infer_shapes = product_shape,
           .kernels = {{.device = DeviceType::cpu, .types = {{DType::float32, DType::int32}}},
                       floats_on_gpu}});
  ops.add({.name = "AddN",
           .inputs = {ArgDef::list("inputs")},
           .outputs = {ArgDef::typed("sum")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_all_inputs,
           .kernels = {on_cpu, on_gpu}});
  ops.add({.name = "Shape",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::of("output", DType::int32)},
           .type_attributes = {{.name = "T"}},
           .kernels = {on_cpu, {.device = DeviceType::gpu, .host_outputs = {0}}},
           .is_metadata = true});
  ops.add({.name = "Reshape",
           .inputs = {ArgDef::typed("tensor"), ArgDef::of("shape", DType::int32)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .kernels = {on_cpu,
                       {.device = DeviceType::gpu,
                        .types = {{DType::float32}},
                        .priority = 1,
                        .host_inputs = {1}}}});
  ops.add({.name = "OnCpu",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .kernels = {on_cpu}});
  ops.add({.name = "OnGpu",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .kernels = {on_gpu}});
  ops.add({.name = "Nowhere",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T"}}});
  ops.add({.name = "VariableV2",
           .outputs = {ArgDef::ref("ref")},
           .type_attributes = {{.name = "dtype"}},
           .attributes = {{.name = "shape", .kind = AttributeKind::shape}},
           .infer_shapes = shape_from_attribute,
           .kernels = {on_cpu, floats_on_gpu},
           .is_stateful = true});
  ops.add({.name = "Assign",
           .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .kernels = {on_cpu, on_gpu}});
  ops.add({.name = "Swap",
           .inputs = {ArgDef::ref("a"), ArgDef::ref("b")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T"}},
           .kernels = {on_cpu, on_gpu}});
  ops.add({.name = "AssignOnGpu",
           .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T"}},
           .kernels = {on_gpu}});
  ops.add({.name = "Split",
           .inputs = {ArgDef::of("axis", DType::int32), ArgDef::typed("value")},
           .outputs = {{.name = "output", .is_list = true, .count_attribute = "num_split"}},
           .type_attributes = {{.name = "T"}},
           .attributes = {{.name = "num_split", .kind = AttributeKind::integer}},
           .kernels = {on_cpu, on_gpu}});
  return ops;
}

inline const OpCatalog& ops() {
  static const OpCatalog catalog = make_ops();
  return catalog;
}

inline DeviceInfo cpu() { return {.name = {}}; }

inline DeviceInfo gpu(int id, std::string model, std::string pci_bus_id) {
  return {.name = {.type = DeviceType::gpu, .id = id},
          .is_simulated = true,
          .model = std::move(model),
          .pci_bus_id = std::move(pci_bus_id),
          .ordinal = id,
          .memory_limit_bytes = std::uint64_t{1} << 30};
}

using Machine = std::vector<DeviceInfo>;

inline Machine no_gpu() { return {cpu()}; }
inline Machine one_gpu() { return {cpu(), gpu(0, "Tesla K40c", "0000:05:00.0")}; }
inline Machine four_gpus() {
  return {cpu(), gpu(0, "Tesla K20m", "0000:02:00.0"), gpu(1, "Tesla K20m", "0000:03:00.0"),
          gpu(2, "Tesla K20m", "0000:83:00.0"), gpu(3, "Tesla K20m", "0000:84:00.0")};
}

inline std::vector<DeviceName> names(const Machine& machine) {
  std::vector<DeviceName> names;
  for (const DeviceInfo& device : machine) names.push_back(device.name);
  return names;
}

// A graph, placed.
struct Placed {
  Placed(const std::string& text, const Machine& machine, bool soft = false)
      : model(read_model_text("m.yaml", text, ops())),
        placement(place(model.graph, names(machine), {.allow_soft_placement = soft})) {}

  const Graph& graph() const { return model.graph; }
  NodeId node(std::string_view name) const { return model.graph.find(name); }

  Model model;
  Placement placement;
};

// What place() throws for a graph that cannot be placed.
struct Unplaceable {
  Unplaceable(const std::string& text, Machine on, Style in, const std::string& file = "m.yaml")
      : model(read_model_text(file, text, ops())), machine(std::move(on)), style(in) {
    try {
      place(model.graph, names(machine), {.fault_order = node_order(style)});
    } catch (const PlacementFault& thrown) {
      fault = thrown;
    }
  }

  Model model;
  Machine machine;
  Style style;
  PlacementFault fault;
};

// The guide's three programs.
inline const std::string kMatMul = R"(nodes:
  - {name: a, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
  - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
  - {op: MatMul, inputs: [a, b]}
)";

inline const std::string kManual = R"(nodes:
  - device: /cpu:0
    nodes:
      - {name: a, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
      - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
  - {op: MatMul, inputs: [a, b]}
)";

inline const std::string kMultiTower = R"(nodes:
  - for: d
    in: [/gpu:2, /gpu:3]
    device: $d
    nodes:
      - {op: Const, as: a, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
      - {op: Const, as: b, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
      - {op: MatMul, inputs: [a, b], append: c}
  - {op: AddN, inputs: c, device: /cpu:0, as: sum}
)";

}  // namespace graphrun::report_fixture
