#include "backends/cpu/host_memory.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "runtime/host_pieces.h"

namespace graphrun {
namespace {

std::size_t physical_memory_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Stands before each piece: where it came from.
struct Header {
  void* start;
  bool is_large;
};
static_assert(sizeof(Header) == kHostHeaderBytes);

}  // namespace

HostMemory::HostMemory(std::string name)
    : name_(std::move(name)),
      large_({.name = name_, .limit_bytes = physical_memory_bytes(), .allow_growth = true},
             regions_) {}

// Not std::aligned_alloc for small ones: malloc keeps those at hand that a thread gave back.
void* HostMemory::allocate(std::size_t bytes) {
  const bool is_large = is_large_host_piece(bytes);
  const std::size_t whole = whole_host_piece(bytes);
  void* start = is_large ? large_.allocate(whole) : std::malloc(whole);
  if (start == nullptr) return nullptr;
  const auto first = reinterpret_cast<std::uintptr_t>(start) + sizeof(Header);
  const std::uintptr_t padding = -first % kHostAlignmentBytes;
  auto* piece = static_cast<std::byte*>(start) + sizeof(Header) + padding;
  new (piece - sizeof(Header)) Header{start, is_large};
  return piece;
}

void HostMemory::deallocate(void* memory) noexcept {
  const Header header =
      *reinterpret_cast<const Header*>(static_cast<std::byte*>(memory) - sizeof(Header));
  if (header.is_large) {
    large_.deallocate(header.start);
  } else {
    std::free(header.start);
  }
}

BfcStatistics HostMemory::statistics() const { return large_.statistics(); }

}  // namespace graphrun
