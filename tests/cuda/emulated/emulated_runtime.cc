#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "cuda_runtime.h"
#include "emulated_memory.h"

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Of all emulated GPUs together; never destroyed, since devices may give memory back at the end.
struct Regions {
  std::recursive_mutex mutex;
  std::map<void*, std::size_t> bytes;
  int accesses = 0;
};

Regions& regions() {
  static auto* all = new Regions;
  return *all;
}

void protect_all(int protection) {
  for (const auto& [memory, bytes] : regions().bytes) mprotect(memory, bytes, protection);
}

cudaError_t copy(void* to, const void* from, std::size_t bytes) {
  const EmulatedAccess access;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

}  // namespace

void* emulated_allocate(std::size_t bytes) {
  const std::lock_guard lock(regions().mutex);
  void* memory = mmap(nullptr, bytes, regions().accesses > 0 ? PROT_READ | PROT_WRITE : PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  regions().bytes[memory] = bytes;
  return memory;
}

void emulated_free(void* memory) {
  const std::lock_guard lock(regions().mutex);
  const auto found = regions().bytes.find(memory);
  if (found == regions().bytes.end()) return;
  munmap(memory, found->second);
  regions().bytes.erase(found);
}

EmulatedAccess::EmulatedAccess() {
  regions().mutex.lock();
  if (regions().accesses++ == 0) protect_all(PROT_READ | PROT_WRITE);
}

EmulatedAccess::~EmulatedAccess() {
  if (--regions().accesses == 0) protect_all(PROT_NONE);
  regions().mutex.unlock();
}

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  *memory = emulated_allocate(bytes);
  return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t cudaMallocManaged(void** memory, std::size_t bytes) {
  return cudaMalloc(memory, bytes);
}

cudaError_t cudaFree(void* memory) {
  emulated_free(memory);
  return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  *memory = std::malloc(bytes);
  return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t cudaFreeHost(void* memory) {
  std::free(memory);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t) {
  return copy(to, from, bytes);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                cudaStream_t) {
  return copy(to, from, bytes);
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t) {
  const EmulatedAccess access;
  std::memset(to, value, bytes);
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::strcpy(properties->name, "Emulated GPU");
  properties->major = 9;
  properties->minor = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:%02X:00.0", device + 10);
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = 960 * kMiB;
  *total = 1024 * kMiB;
  return cudaSuccess;
}
