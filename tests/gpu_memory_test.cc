#include "runtime/gpu_memory.h"

#include <cstdint>

#include "catch.h"

namespace graphrun {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST_CASE("of 12 GiB that are free, 5 % are reserved, and 11673 MB are the limit") {
  CHECK(reserved_gpu_memory(12884901888) == 644245094);
  const std::uint64_t limit =
      gpu_memory_limit({.total_bytes = 13 * kGiB, .free_bytes = 12884901888}, 0);
  CHECK(limit == 12240656794);
  CHECK(limit >> 20 == 11673);
}

TEST_CASE("at least 300 MiB are reserved from 2 GiB on, and 225 MiB below") {
  CHECK(reserved_gpu_memory(2 * kGiB) == 300 * kMiB);
  CHECK(reserved_gpu_memory(6000 * kMiB) == 300 * kMiB);
  CHECK(reserved_gpu_memory(6020 * kMiB) == 301 * kMiB);
  CHECK(reserved_gpu_memory(2 * kGiB - 1) == 225 * kMiB);
}

TEST_CASE("nothing is reserved of a GPU that has less than the reserve") {
  CHECK(gpu_memory_limit({.total_bytes = kGiB, .free_bytes = 226 * kMiB}, 0) == kMiB);
  CHECK(gpu_memory_limit({.total_bytes = kGiB, .free_bytes = 225 * kMiB}, 0) == 225 * kMiB);
  CHECK(gpu_memory_limit({.total_bytes = kGiB, .free_bytes = 0}, 0) == 0);
}

TEST_CASE("a fraction is of the total, whatever is free, and reserves nothing") {
  const GpuMemory nearly_full = {.total_bytes = 12 * kGiB, .free_bytes = kGiB};
  CHECK(gpu_memory_limit(nearly_full, 0.5) == 6 * kGiB);
  CHECK(gpu_memory_limit(nearly_full, 1) == 12 * kGiB);
}

TEST_CASE("a fraction above 1 is more than the GPU has") {
  CHECK(gpu_memory_limit({.total_bytes = 12 * kGiB, .free_bytes = 12 * kGiB}, 1.5) == 18 * kGiB);
}

TEST_CASE("a virtual GPU has whole MiB") {
  CHECK(virtual_gpu_memory_limit(1024) == kGiB);
  CHECK(virtual_gpu_memory_limit(2.9) == 2 * kMiB);
  CHECK(virtual_gpu_memory_limit(0) == 0);
}

}  // namespace
}  // namespace graphrun
