#include "kernels/tiles.h"

#include <cstring>

namespace graphrun {
namespace {

// How far ahead of the tile memory is asked for. The processor's own prefetching does not see
// through a chain's jumps far enough; measured, a chain of 20 ops takes up to three times as long
// without.
constexpr std::size_t kAheadBytes = 4096;
constexpr std::size_t kCacheLineBytes = 64;

template <typename T, VectorLevel kLevel, typename V>
[[gnu::always_inline]] inline void store(const TileStep* step, std::int64_t at, const V& v0,
                                         const V& v1, const V& v2, const V& v3, const V& v4,
                                         const V& v5, const V& v6, const V& v7) {
  T* to = static_cast<T*>(const_cast<void*>(step->operand)) + at;
  constexpr std::size_t kEach = sizeof(V) / sizeof(T);
  std::memcpy(to, &v0, sizeof v0);
  std::memcpy(to + kEach, &v1, sizeof v1);
  std::memcpy(to + 2 * kEach, &v2, sizeof v2);
  std::memcpy(to + 3 * kEach, &v3, sizeof v3);
  std::memcpy(to + 4 * kEach, &v4, sizeof v4);
  std::memcpy(to + 5 * kEach, &v5, sizeof v5);
  std::memcpy(to + 6 * kEach, &v6, sizeof v6);
  std::memcpy(to + 7 * kEach, &v7, sizeof v7);
}

template <typename T, VectorLevel kLevel>
[[gnu::always_inline]] inline void run(const TileStep* steps, const void* from,
                                       std::int64_t elements) {
  using V = typename VectorOf<T, kLevel>::Type;
  constexpr auto kEach = static_cast<std::int64_t>(sizeof(V) / sizeof(T));
  const auto first = reinterpret_cast<TileRun<T, kLevel>>(steps->run);
  const T* x = static_cast<const T*>(from);
  const auto vector = [](const T* at) __attribute__((always_inline)) {
    V v;
    std::memcpy(&v, at, sizeof v);
    return v;
  };
  for (std::int64_t at = 0; at < elements; at += kEach * static_cast<std::int64_t>(kTileVectors)) {
    const T* p = x + at;
    const auto* ahead = reinterpret_cast<const char*>(p) + kAheadBytes;
    for (std::size_t byte = 0; byte < kTileVectors * sizeof(V); byte += kCacheLineBytes) {
      __builtin_prefetch(ahead + byte);  // beyond the end, it does nothing
    }
    first(steps, at, vector(p), vector(p + kEach), vector(p + 2 * kEach), vector(p + 3 * kEach),
          vector(p + 4 * kEach), vector(p + 5 * kEach), vector(p + 6 * kEach),
          vector(p + 7 * kEach));
  }
}

// Each function for each level, since the attribute cannot depend on a parameter.
#define GRAPHRUN_AT_LEVEL(level)                                                                \
  template <typename T, typename V = typename VectorOf<T, VectorLevel::level>::Type>            \
  GRAPHRUN_TARGET_##level void store_##level(const TileStep* step, std::int64_t at, V v0, V v1, \
                                             V v2, V v3, V v4, V v5, V v6, V v7) {              \
    store<T, VectorLevel::level>(step, at, v0, v1, v2, v3, v4, v5, v6, v7);                     \
  }                                                                                             \
  template <typename T>                                                                         \
  GRAPHRUN_TARGET_##level void run_##level(const TileStep* steps, const void* from,             \
                                           std::int64_t elements) {                             \
    run<T, VectorLevel::level>(steps, from, elements);                                          \
  }
GRAPHRUN_AT_LEVEL(plain)
GRAPHRUN_AT_LEVEL(avx2)
GRAPHRUN_AT_LEVEL(avx512)
#undef GRAPHRUN_AT_LEVEL

template <typename T>
TileFn store_at(VectorLevel level) {
  switch (level) {
    case VectorLevel::avx512: return reinterpret_cast<TileFn>(&store_avx512<T>);
    case VectorLevel::avx2: return reinterpret_cast<TileFn>(&store_avx2<T>);
    case VectorLevel::plain: break;
  }
  return reinterpret_cast<TileFn>(&store_plain<T>);
}

template <typename T>
void run_at(VectorLevel level, const TileStep* steps, const void* from, std::int64_t elements) {
  switch (level) {
    case VectorLevel::avx512: return run_avx512<T>(steps, from, elements);
    case VectorLevel::avx2: return run_avx2<T>(steps, from, elements);
    case VectorLevel::plain: return run_plain<T>(steps, from, elements);
  }
}

}  // namespace

std::int64_t tile_elements(DType dtype, VectorLevel level) {
  return static_cast<std::int64_t>(kTileVectors * vector_bytes(level) / bytes_per_element(dtype));
}

TileFn tile_store(DType dtype, VectorLevel level) {
  return dtype == DType::float32 ? store_at<float>(level) : store_at<double>(level);
}

void run_tiles(DType dtype, const TileStep* steps, const void* from, std::int64_t elements,
               VectorLevel level) {
  if (dtype == DType::float32) {
    run_at<float>(level, steps, from, elements);
  } else {
    run_at<double>(level, steps, from, elements);
  }
}

}  // namespace graphrun
