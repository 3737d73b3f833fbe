#include "kernels/gpu_kernels.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "backends/gpu_module.h"
#include "catch.h"
#include "places.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

constexpr std::array<DTypes, kMaxTypeAttributes> kAll = {DTypes::all(), DTypes::all(),
                                                         DTypes::all(), DTypes::all()};

void on_cpu(KernelContext&) {}
void on_gpu(KernelContext&) {}

// One op of one input and one output, of floats on a GPU, and of int32 in host memory.
OpCatalog one_op() {
  OpCatalog ops;
  ops.add({.name = "Twice",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes | DTypes{DType::int32}}},
           .kernels = {{.device = DeviceType::cpu, .run = on_cpu},
                       {.device = DeviceType::gpu, .types = {{DType::float32, DType::float64}}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0},
                        .host_outputs = {0}}}});
  return ops;
}

TEST_CASE("a GPU kernel gets the code of the module's table") {
  OpCatalog ops = one_op();
  const std::vector<GpuKernel> table = {{"Twice", kAll, on_gpu}};
  CHECK(gpu_kernel_gaps(ops, table).empty());
  enter_gpu_kernels(ops, table);
  CHECK(ops.find("Twice")->kernels[0].run == on_cpu);
  CHECK(ops.find("Twice")->kernels[1].run == on_gpu);
}

TEST_CASE("a kernel whose results are all in host memory runs the CPU's code") {
  OpCatalog ops = one_op();
  enter_gpu_kernels(ops, {});
  CHECK(ops.find("Twice")->kernels[1].run == nullptr);
  CHECK(ops.find("Twice")->kernels[2].run == on_cpu);
}

TEST_CASE("of no results, those that are given decide whether the CPU's code runs") {
  OpCatalog ops;
  ops.add(
      {.name = "Look",
       .inputs = {ArgDef::typed("x")},
       .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
       .kernels = {{.device = DeviceType::cpu, .run = on_cpu},
                   {.device = DeviceType::gpu, .types = {{DType::float32}}},
                   {.device = DeviceType::gpu, .types = {{DType::float64}}, .host_inputs = {0}}}});
  enter_gpu_kernels(ops, {});
  CHECK(ops.find("Look")->kernels[1].run == nullptr);
  CHECK(ops.find("Look")->kernels[2].run == on_cpu);
}

TEST_CASE("a line without code stands for the CPU's kernel") {
  OpCatalog ops = one_op();
  enter_gpu_kernels(ops, std::vector<GpuKernel>{{"Twice", kAll, nullptr}});
  CHECK(ops.find("Twice")->kernels[1].run == on_cpu);
}

TEST_CASE("code for some of a kernel's types is none for the kernel") {
  OpCatalog ops = one_op();
  std::vector<GpuKernel> table = {{"Twice", kAll, on_gpu}};
  table[0].types[0] = {DType::float32};
  CHECK(gpu_kernel_gaps(ops, table) == std::vector<std::string>{"Twice: float32, float64"});
  enter_gpu_kernels(ops, table);
  CHECK(ops.find("Twice")->kernels[1].run == nullptr);
}

TEST_CASE("of several lines the first that takes all types counts") {
  OpCatalog ops = one_op();
  std::vector<GpuKernel> table = {{"Twice", kAll, nullptr}, {"Twice", kAll, on_gpu}};
  table[0].types[0] = {DType::float32};
  enter_gpu_kernels(ops, table);
  CHECK(ops.find("Twice")->kernels[1].run == on_gpu);
}

TEST_CASE("code for what no op declares is found out") {
  const std::vector<GpuKernel> table = {{"Twice", kAll, on_gpu}, {"Thrice", kAll, on_gpu}};
  CHECK(gpu_kernel_gaps(one_op(), table) == std::vector<std::string>{"Thrice: not declared"});
}

// The file is a list that shrinks: kernels that ops declare and the module has no code for.
TEST_CASE("the module has the kernels that the ops declare") {
  if (!std::filesystem::exists(gpu_module_path())) {
    std::cerr << "skipped: the GPU module was not built\n";
    return;
  }
  const OpenedGpuModule opened = open_gpu_module(gpu_module_path());
  INFO(opened.problem);
  REQUIRE(opened.module != nullptr);
  std::string text =
      "# GPU kernels that ops declare and the GPU module has no code for; "
      "tests/gpu_kernels_test.cc "
      "compares.\n";
  for (const std::string& gap : gpu_kernel_gaps(session_fixture::ops(), opened.module->kernels())) {
    text += gap + "\n";
  }
  CHECK(text == content_of(in_project("tests/cuda/missing_kernels.txt")));
}

}  // namespace
}  // namespace graphrun
