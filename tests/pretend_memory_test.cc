#include "runtime/pretend_memory.h"

#include "backends/cpu/host_memory.h"
#include "catch.h"

namespace graphrun {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST_CASE("a pretended device's memory counts as its allocator does, without any memory") {
  PretendMemory memory({.limit_bytes = std::size_t{1} << 45});  // 32 TiB
  const PretendMemory::Piece piece = memory.allocate(1000);
  CHECK(piece.bytes == 1024);
  CHECK(memory.in_use_bytes() == 1024);
  memory.deallocate(piece);
  CHECK(memory.in_use_bytes() == 0);
}

TEST_CASE("a pretended host's memory counts as a real one's statistics do") {
  PretendMemory memory({.is_host = true, .limit_bytes = std::size_t{1} << 40});
  HostMemory real("cpu");
  for (const std::size_t bytes :
       {std::size_t{100}, std::size_t{65535}, std::size_t{65536}, std::size_t{100'000}, 3 * kMiB}) {
    const PretendMemory::Piece piece = memory.allocate(bytes);
    void* real_piece = real.allocate(bytes);
    INFO(bytes);
    CHECK(memory.in_use_bytes() == real.statistics().in_use_bytes);
    CHECK(piece.is_small == (real.statistics().in_use_bytes == 0));
    CHECK(memory.small_bytes() == (piece.is_small ? bytes : 0));
    memory.deallocate(piece);
    real.deallocate(real_piece);
  }
  CHECK(memory.in_use_bytes() == 0);
  CHECK(memory.small_bytes() == 0);
}

TEST_CASE("what a pretended memory has no room for is counted beyond its limit") {
  PretendMemory memory({.limit_bytes = 2 * kMiB});
  const PretendMemory::Piece fits = memory.allocate(2 * kMiB);
  CHECK_FALSE(fits.is_beyond);
  const PretendMemory::Piece beyond = memory.allocate(1);
  CHECK(beyond.is_beyond);
  CHECK(memory.in_use_bytes() == 2 * kMiB + 256);
  memory.deallocate(beyond);
  memory.deallocate(fits);
  CHECK(memory.in_use_bytes() == 0);
}

}  // namespace
}  // namespace graphrun
