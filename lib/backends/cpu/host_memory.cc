#include "backends/cpu/host_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "runtime/host_pieces.h"

namespace graphrun {
namespace {

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
  const bool is_large = is_large_host_piece(bytes);
  const std::size_t whole = whole_host_piece(bytes);
  void* memory = is_large ? large_.allocate(whole) : std::aligned_alloc(kHostAlignmentBytes, whole);
  if (memory == nullptr) return nullptr;
  *static_cast<std::uint64_t*>(memory) = is_large ? kFromRegions : kFromMalloc;
  return static_cast<std::byte*>(memory) + kHostAlignmentBytes;
}

void HostMemory::deallocate(void* memory) noexcept {
  void* whole = static_cast<std::byte*>(memory) - kHostAlignmentBytes;
  if (*static_cast<std::uint64_t*>(whole) == kFromRegions) {
    large_.deallocate(whole);
  } else {
    std::free(whole);
  }
}

BfcStatistics HostMemory::statistics() const { return large_.statistics(); }

}  // namespace graphrun
