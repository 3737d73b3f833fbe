#include "backends/cpu/host_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace graphrun {
namespace {

// A cache line, and the widest vector register.
constexpr std::size_t kAlignmentBytes = 64;

// From here on a piece is worth keeping for the next tensor of its size; malloc would give it back
// to the system and fault its pages in again.
constexpr std::size_t kLargeBytes = 64 * 1024;

std::size_t physical_memory_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Each piece is preceded by a line that says where it came from.
constexpr std::uint64_t kFromMalloc = 0x6d616c6c6f63;
constexpr std::uint64_t kFromRegions = 0x726567696f6e;

}  // namespace

HostMemory::HostMemory(std::string name)
    : name_(std::move(name)),
      large_({.name = name_, .limit_bytes = physical_memory_bytes(), .allow_growth = true},
             regions_) {}

void* HostMemory::allocate(std::size_t bytes) {
  const bool is_large = bytes >= kLargeBytes;
  const std::size_t whole = (bytes + 2 * kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
  void* memory = is_large ? large_.allocate(whole) : std::aligned_alloc(kAlignmentBytes, whole);
  if (memory == nullptr) return nullptr;
  *static_cast<std::uint64_t*>(memory) = is_large ? kFromRegions : kFromMalloc;
  return static_cast<std::byte*>(memory) + kAlignmentBytes;
}

void HostMemory::deallocate(void* memory) noexcept {
  void* whole = static_cast<std::byte*>(memory) - kAlignmentBytes;
  if (*static_cast<std::uint64_t*>(whole) == kFromRegions) {
    large_.deallocate(whole);
  } else {
    std::free(whole);
  }
}

BfcStatistics HostMemory::statistics() const { return large_.statistics(); }

}  // namespace graphrun
