// Ops named by where they have kernels, which do nothing, and devices that are names: what a test
// of placement needs. Graphs are written as graph files.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/device_name.h"
#include "graph/graph.h"
#include "graph/op_catalog.h"
#include "model/read_model.h"

namespace graphrun::fakes {

inline const DeviceName kCpu0{.type = DeviceType::cpu, .id = 0};
inline const DeviceName kCpu1{.type = DeviceType::cpu, .id = 1};
inline const DeviceName kGpu0{.type = DeviceType::gpu, .id = 0};
inline const DeviceName kGpu1{.type = DeviceType::gpu, .id = 1};

inline DeviceName device(std::string_view name) { return parse_device_name(name).value(); }

inline std::vector<DeviceName> two_gpus() { return {kCpu0, kGpu0, kGpu1}; }
inline std::vector<DeviceName> no_gpu() { return {kCpu0}; }

inline void run_nothing(KernelContext&) {}

inline KernelDef cpu_kernel(DTypes types = DTypes::all(), int priority = 0) {
  return {.device = DeviceType::cpu, .types = {types}, .priority = priority, .run = run_nothing};
}
inline KernelDef gpu_kernel(DTypes types = DTypes::all(), int priority = 0) {
  return {.device = DeviceType::gpu, .types = {types}, .priority = priority, .run = run_nothing};
}

class FakeOps {
 public:
  FakeOps() {
    const std::vector<KernelDef> both = {cpu_kernel(), gpu_kernel()};
    const std::vector<KernelDef> cpu = {cpu_kernel()};
    const std::vector<KernelDef> gpu = {gpu_kernel()};

    // Without inputs. As constants, they are never text on a GPU.
    add("Source", {}, {ArgDef::typed("output")}, {cpu_kernel(), gpu_kernel(kNumberTypes)});
    add("SourceOnCpu", {}, {ArgDef::typed("output")}, cpu);
    add("SourceOnGpu", {}, {ArgDef::typed("output")}, gpu);
    add("SourceOfTwo", {}, {ArgDef::typed("x"), ArgDef::typed("y")}, both);
    add("Nothing", {}, {}, both);
    add("NothingOnCpu", {}, {}, cpu);

    // Of one input or more.
    add("OnBoth", {ArgDef::list("inputs")}, {ArgDef::typed("output")}, both);
    add("OnCpu", {ArgDef::list("inputs")}, {ArgDef::typed("output")}, cpu);
    add("OnGpu", {ArgDef::list("inputs")}, {ArgDef::typed("output")}, gpu);
    add("OnNeither", {ArgDef::list("inputs")}, {ArgDef::typed("output")}, {});
    add("FloatsOnGpu", {ArgDef::list("inputs")}, {ArgDef::typed("output")},
        {cpu_kernel(), gpu_kernel(kFloatTypes)});
    add("FloatsOnly", {ArgDef::list("inputs")}, {ArgDef::typed("output")},
        {cpu_kernel(kFloatTypes), gpu_kernel(kFloatTypes)});
    add("PrefersCpu", {ArgDef::list("inputs")}, {ArgDef::typed("output")},
        {cpu_kernel(DTypes::all(), 1), gpu_kernel()});
    add("PrefersGpu", {ArgDef::list("inputs")}, {ArgDef::typed("output")},
        {cpu_kernel(), gpu_kernel(DTypes::all(), 1)});
    add("PrioritizesBoth", {ArgDef::list("inputs")}, {ArgDef::typed("output")},
        {cpu_kernel(DTypes::all(), 2), gpu_kernel(DTypes::all(), 2)});
    ops_.add({.name = "Shape",
              .inputs = {ArgDef::typed("input")},
              .outputs = {ArgDef::of("output", DType::int32)},
              .type_attributes = {{.name = "dtype", .otherwise = DType::float32}},
              .kernels = both,
              .is_metadata = true});
    add("PassAny", {any_list("inputs")}, {any_list("outputs")}, both);

    // Variables, as references and as resources.
    const std::vector<KernelDef> floats = {cpu_kernel(), gpu_kernel(kFloatTypes)};
    add("Variable", {}, {ArgDef::ref("ref")}, floats);
    add("VariableOnCpu", {}, {ArgDef::ref("ref")}, cpu);
    add("VariableOnGpu", {}, {ArgDef::ref("ref")}, gpu);
    add("Assign", {ArgDef::ref("ref"), ArgDef::typed("value")}, {ArgDef::ref("output")}, floats);
    add("AssignOnCpu", {ArgDef::ref("ref")}, {ArgDef::ref("output")}, cpu);
    add("AssignOnGpu", {ArgDef::ref("ref")}, {ArgDef::ref("output")}, gpu);
    add("AssignBoth", {ArgDef::ref("x"), ArgDef::ref("y")}, {}, both);
    add("Handle", {}, {ArgDef::of("handle", DType::resource)}, both);
    add("HandleOnGpu", {}, {ArgDef::of("handle", DType::resource)}, gpu);
    add("UseHandle", {ArgDef::of("handle", DType::resource)}, {ArgDef::typed("value")}, both);
    add("UseHandleOnCpu", {ArgDef::of("handle", DType::resource)}, {ArgDef::typed("value")}, cpu);
    add("UseHandles", {ArgDef::of("x", DType::resource), ArgDef::of("y", DType::resource)},
        {ArgDef::typed("value")}, both);
  }

  const OpCatalog& catalog() const { return ops_; }

 private:
  static ArgDef any_list(std::string name) {
    return {.name = std::move(name), .kind = ArgDef::Kind::any, .is_list = true};
  }

  void add(std::string name, std::vector<ArgDef> inputs, std::vector<ArgDef> outputs,
           std::vector<KernelDef> kernels) {
    ops_.add({.name = std::move(name),
              .inputs = std::move(inputs),
              .outputs = std::move(outputs),
              .type_attributes = {{.name = "dtype", .otherwise = DType::float32}},
              .kernels = std::move(kernels)});
  }

  OpCatalog ops_;
};

inline const OpCatalog& fake_ops() {
  static const FakeOps ops;
  return ops.catalog();
}

// Of a graph file's text that begins with its nodes: "- {name: x, op: Source}".
inline Graph fake_graph(std::string_view nodes) {
  return std::move(read_model_text("m.yaml", "nodes:\n" + std::string(nodes), fake_ops()).graph);
}

}  // namespace graphrun::fakes
