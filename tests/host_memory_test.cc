#include "backends/cpu/host_memory.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

bool is_aligned(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory) % 64 == 0; }

TEST_CASE("host memory of any size is aligned for vector registers and wholly usable") {
  HostMemory memory("cpu");
  std::vector<void*> pieces;
  for (const std::size_t bytes : {1UL, 63UL, 64UL, 65UL, 65535UL, 65536UL, 65537UL, 5000000UL}) {
    void* piece = memory.allocate(bytes);
    REQUIRE(piece != nullptr);
    CHECK(is_aligned(piece));
    std::memset(piece, 0x5a, bytes);
    pieces.push_back(piece);
  }
  for (void* piece : pieces) memory.deallocate(piece);
  CHECK(memory.statistics().in_use_bytes == 0);
}

TEST_CASE("a large piece of host memory is used again, not given back to the system") {
  HostMemory memory("cpu");
  void* first = memory.allocate(1 << 20);
  memory.deallocate(first);
  const std::size_t reserved = memory.statistics().reserved_bytes;
  CHECK(reserved >= 1 << 20);
  void* second = memory.allocate(1 << 20);
  CHECK(second == first);
  CHECK(memory.statistics().reserved_bytes == reserved);
  memory.deallocate(second);
}

TEST_CASE("small pieces do not come out of large regions") {
  HostMemory memory("cpu");
  void* piece = memory.allocate(1000);
  CHECK(memory.statistics().reserved_bytes == 0);
  memory.deallocate(piece);
}

TEST_CASE("more than the machine has is refused") {
  HostMemory memory("cpu");
  CHECK(memory.allocate(std::size_t{1} << 60) == nullptr);
  CHECK(memory.name() == "cpu");
}

}  // namespace
}  // namespace graphrun
