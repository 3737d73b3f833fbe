#include "runtime/gpu_memory.h"

#include <algorithm>
#include <cassert>

namespace graphrun {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kSmallGpuBytes = 2048 * kMiB;
constexpr std::uint64_t kSmallGpuReserveBytes = 225 * kMiB;
constexpr std::uint64_t kLeastReserveBytes = 300 * kMiB;
constexpr double kReserveFraction = 0.05;

}  // namespace

std::uint64_t reserved_gpu_memory(std::uint64_t free_bytes) {
  if (free_bytes < kSmallGpuBytes) return kSmallGpuReserveBytes;
  const double share = static_cast<double>(free_bytes) * kReserveFraction;
  return std::max(kLeastReserveBytes, static_cast<std::uint64_t>(share));
}

std::uint64_t gpu_memory_limit(const GpuMemory& memory, double fraction) {
  assert(fraction >= 0);
  if (fraction > 0) {
    return static_cast<std::uint64_t>(static_cast<double>(memory.total_bytes) * fraction);
  }
  const std::uint64_t reserve = reserved_gpu_memory(memory.free_bytes);
  return reserve < memory.free_bytes ? memory.free_bytes - reserve : memory.free_bytes;
}

std::uint64_t virtual_gpu_memory_limit(double memory_limit_mb) {
  assert(memory_limit_mb >= 0);
  return static_cast<std::uint64_t>(memory_limit_mb) << 20;
}

}  // namespace graphrun
