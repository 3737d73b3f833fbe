// Code that is compiled once for each instruction set, and which of them this machine has.

#pragma once

#include <cstddef>
#include <cstdint>

// GRAPHRUN_TARGET_<level> stands before a function that is compiled for that level. clang has other
// names for them; it compiles all for the plain one.
#define GRAPHRUN_TARGET_plain
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GRAPHRUN_VECTOR_LEVELS
#define GRAPHRUN_TARGET_avx2 __attribute__((target("avx2")))
#define GRAPHRUN_TARGET_avx512 \
  __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")))
#else
#define GRAPHRUN_TARGET_avx2
#define GRAPHRUN_TARGET_avx512
#endif

namespace graphrun {

enum class VectorLevel : std::uint8_t { plain, avx2, avx512 };

inline VectorLevel vector_level() {
#ifdef GRAPHRUN_VECTOR_LEVELS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return VectorLevel::avx512;
  }
  if (__builtin_cpu_supports("avx2")) return VectorLevel::avx2;
#endif
  return VectorLevel::plain;
}

constexpr std::size_t vector_bytes(VectorLevel level) {
  if (level == VectorLevel::avx512) return 64;
  return level == VectorLevel::avx2 ? 32 : 16;
}

}  // namespace graphrun
