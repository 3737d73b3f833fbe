#include "backends/gpu_module.h"

#include <dlfcn.h>

#include <cstdlib>
#include <limits>

#include "runtime/visible_devices.h"

namespace graphrun {
namespace {

// What dlerror() says begins with the file's name, which may be the library's or that of one it
// needs.
std::string loader_message() {
  const char* message = dlerror();
  return message == nullptr ? "the loader does not say why" : message;
}

// CUDA's driver reads the list up to the first entry that is no GPU. That of numbers is known; a
// UUID may be that of a GPU.
bool hides_all_gpus(const std::optional<std::string>& cuda_visible_devices) {
  if (!cuda_visible_devices) return false;
  if (cuda_visible_devices->starts_with("GPU-") || cuda_visible_devices->starts_with("MIG-")) {
    return false;
  }
  return cuda_visible_gpus(cuda_visible_devices, std::numeric_limits<int>::max()).empty();
}

UsableGpus none(std::string why) {
  UsableGpus found;
  found.why_none = std::move(why);
  return found;
}

}  // namespace

std::filesystem::path gpu_module_path() {
  std::error_code ignored;  // without /proc nothing is found, and that is said
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return program.parent_path() / "graphrun_cuda.so";
}

OpenedGpuModule open_gpu_module(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return {.problem = "this build has no GPU module, for want of a CUDA toolkit when it was made"};
  }
  // Never closed: the devices that it makes live as long as the program, and CUDA's threads longer.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return {.problem = "the GPU module cannot be opened: " + loader_message()};
  }
  const auto entry = reinterpret_cast<GpuModuleEntry>(dlsym(library, kGpuModuleEntry));
  if (entry == nullptr) return {.problem = path.string() + " is not a GPU module of graphrun"};
  const GpuModuleInterface* module = entry(gpu_module_stamp().c_str());
  if (module == nullptr) {
    return {.problem = "the GPU module beside the program, " + path.string() +
                       ", is of another build than the program"};
  }
  return {.module = module, .problem = {}};
}

UsableGpus find_gpus(const GpuSearch& search) {
  if (hides_all_gpus(search.cuda_visible_devices)) {
    return none("CUDA_VISIBLE_DEVICES='" + *search.cuda_visible_devices + "' hides every GPU");
  }
  std::error_code ignored;
  if (!std::filesystem::exists(search.module, ignored)) {
    return none(open_gpu_module(search.module).problem);
  }
  // The module is not even read where there is no driver: opening it takes a tenth of a second.
  if (dlopen(search.driver.c_str(), RTLD_LAZY | RTLD_LOCAL) == nullptr) {
    return none("there is no NVIDIA driver (" + loader_message() + ")");
  }
  const OpenedGpuModule opened = open_gpu_module(search.module);
  if (opened.module == nullptr) return none(opened.problem);
  UsableGpus found{opened.module->find(search.cuda_visible_devices)};
  if (!found.gpus.empty()) found.module = opened.module;
  return found;
}

const UsableGpus& usable_gpus() {
  static const UsableGpus found = [] {
    GpuSearch search;
    if (const char* value = std::getenv("CUDA_VISIBLE_DEVICES"))
      search.cuda_visible_devices = value;
    return find_gpus(search);
  }();
  return found;
}

}  // namespace graphrun
