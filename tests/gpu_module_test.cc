// Where GPUs are looked for, what is said where there are none, and what the module has code for.
// None of it needs a GPU.

#include "backends/gpu_module.h"

#include <filesystem>
#include <iostream>

#include "backends/cpu/host_memory.h"
#include "catch.h"
#include "places.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

// A search that would go on to the driver: the module is there.
GpuSearch search() {
  return {.cuda_visible_devices = {}, .module = gpu_module_path(), .driver = "libcuda.so.1"};
}

std::string why_none(const GpuSearch& where) {
  const UsableGpus found = find_gpus(where);
  CHECK(found.module == nullptr);
  CHECK(found.gpus.empty());
  return found.why_none;
}

// False, and a reason on standard error, where the module was not built.
bool has_module() {
  if (std::filesystem::exists(gpu_module_path())) return true;
  std::cerr << "skipped: the GPU module was not built\n";
  return false;
}

TEST_CASE("the module is looked for beside the program") {
  CHECK(gpu_module_path().filename() == "graphrun_cuda.so");
  CHECK(std::filesystem::exists(gpu_module_path().parent_path() / "graphrun_tests"));
}

TEST_CASE("where CUDA_VISIBLE_DEVICES hides every GPU nothing is opened") {
  for (const std::string hiding : {"", "-1", "-1,0", "none", "0,0"}) {
    GpuSearch where = search();
    where.module = "/no/such/module.so";
    where.cuda_visible_devices = hiding;
    CHECK(why_none(where) == "CUDA_VISIBLE_DEVICES='" + hiding + "' hides every GPU");
  }
}

TEST_CASE("CUDA_VISIBLE_DEVICES that names a GPU hides not every one") {
  for (const std::string showing :
       {"0", "1,0", "0,-1", "7", "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6",
        "MIG-GPU-8932f937/1/2"}) {
    GpuSearch where = search();
    where.module = "/no/such/module.so";
    where.cuda_visible_devices = showing;
    CHECK(why_none(where) ==
          "this build has no GPU module, for want of a CUDA toolkit when it was made");
  }
}

TEST_CASE("a module that was not built is no mystery") {
  GpuSearch where = search();
  where.module = "/no/such/module.so";
  CHECK(why_none(where) ==
        "this build has no GPU module, for want of a CUDA toolkit when it was made");
  CHECK(open_gpu_module(where.module).module == nullptr);
}

TEST_CASE("without a driver the module is not opened") {
  ScratchFolder scratch;
  GpuSearch where = search();
  where.module = scratch.with("graphrun_cuda.so", "no library at all");
  where.driver = "libno-such-driver.so.1";
  CHECK(why_none(where).rfind("there is no NVIDIA driver (libno-such-driver.so.1: ", 0) == 0);
}

TEST_CASE("what is no module of graphrun is not taken for one") {
  ScratchFolder scratch;
  GpuSearch where = search();
  where.driver = "libc.so.6";  // any library that can be loaded
  where.module = scratch.with("graphrun_cuda.so", "no library at all");
  CHECK(why_none(where).rfind("the GPU module cannot be opened: ", 0) == 0);
  for (const char* library : {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"}) {
    if (!std::filesystem::exists(library)) continue;
    where.module = library;
    CHECK(why_none(where) == std::string(library) + " is not a GPU module of graphrun");
  }
}

TEST_CASE("the module answers only a program of its own build") {
  if (!has_module()) return;
  const OpenedGpuModule opened = open_gpu_module(gpu_module_path());
  INFO(opened.problem);
  CHECK(opened.module != nullptr);
  CHECK(gpu_module_stamp() != "");
}

}  // namespace
}  // namespace graphrun
