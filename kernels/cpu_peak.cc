#include "kernels/cpu_peak.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <vector>

#include "kernels/onednn_product.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Of a square product: large enough that its O(n²) parts do not matter.
constexpr std::int64_t kProductExtent = 2048;
// Of each end of a copy: beyond what a last-level cache holds.
constexpr std::int64_t kCopyBytes = std::int64_t{256} << 20;
constexpr std::int64_t kCopyGrainBytes = std::int64_t{1} << 20;

constexpr int kFewestTimes = 3;
constexpr double kSeconds = 0.4;

// The shortest of some runs, in seconds: what else happens on the machine only makes one longer.
template <typename Act>
double best_seconds(const Act& act) {
  using Clock = std::chrono::steady_clock;
  act();  // touches the memory, makes the primitive
  double best = 0;
  double all = 0;
  for (int i = 0; i < kFewestTimes || all < kSeconds; ++i) {
    const auto begin = Clock::now();
    act();
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    best = i == 0 ? took : std::min(best, took);
    all += took;
  }
  return best;
}

double product_operations_per_second() {
  constexpr auto kElements = static_cast<std::size_t>(kProductExtent * kProductExtent);
  const std::vector<float> a(kElements, 1.0F);
  const std::vector<float> b(kElements, 1.0F);
  std::vector<float> product(kElements);
  OneDnnProduct primitive;
  const ProductShape shape{
      .rows = kProductExtent, .inner = kProductExtent, .columns = kProductExtent};
  const double seconds =
      best_seconds([&] { primitive.multiply(shape, a.data(), b.data(), product.data()); });
  return 2 * static_cast<double>(kProductExtent) * static_cast<double>(kElements) / seconds;
}

double copied_bytes_per_second() {
  const std::vector<std::byte> from(static_cast<std::size_t>(kCopyBytes), std::byte{1});
  std::vector<std::byte> to(from.size());
  const double seconds = best_seconds([&] {
    const ComputeShare share;
    parallel_for(kCopyBytes, kCopyGrainBytes, [&](std::int64_t first, std::int64_t end) {
      std::memcpy(to.data() + first, from.data() + first, static_cast<std::size_t>(end - first));
    });
  });
  return 2 * static_cast<double>(kCopyBytes) / seconds;  // read and written
}

}  // namespace

ProcessorPeak measure_cpu_peak() {
  return {.operations_per_second = product_operations_per_second(),
          .bytes_per_second = copied_bytes_per_second()};
}

}  // namespace graphrun
