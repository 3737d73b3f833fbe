// Philox 4x32-10, a counter-based random number generator: block n of a stream is a function of n
// alone, so that any thread can compute any part of a tensor. J. Salmon, M. Moraes, R. Dror,
// D. Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011. Seeds become key and counter,
// and bits become numbers, as in TensorFlow 1.15 (core/lib/random/philox_random.h and
// random_distributions.h), so that the same seeds give the numbers that TensorFlow gives.
//
// Inline and without the standard library's containers: a CUDA compiler takes it as it is.

#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define GRAPHRUN_HOST_DEVICE __host__ __device__
#else
#define GRAPHRUN_HOST_DEVICE
#endif

namespace graphrun {

inline constexpr int kPhiloxRounds = 10;
// What the key grows by in each round, and the factors that mix the counter.
inline constexpr std::uint32_t kPhiloxKeyStep0 = 0x9e3779b9u;
inline constexpr std::uint32_t kPhiloxKeyStep1 = 0xbb67ae85u;
inline constexpr std::uint32_t kPhiloxFactor0 = 0xd2511f53u;
inline constexpr std::uint32_t kPhiloxFactor1 = 0xcd9e8d57u;

// One round on the counter c0..c3; apart from Philox so that a loop can run several counters side
// by side.
GRAPHRUN_HOST_DEVICE inline void philox_round(std::uint32_t& c0, std::uint32_t& c1,
                                              std::uint32_t& c2, std::uint32_t& c3,
                                              std::uint32_t key0, std::uint32_t key1) {
  const std::uint64_t product0 = std::uint64_t{kPhiloxFactor0} * c0;
  const std::uint64_t product1 = std::uint64_t{kPhiloxFactor1} * c2;
  c0 = static_cast<std::uint32_t>(product1 >> 32) ^ c1 ^ key0;
  c1 = static_cast<std::uint32_t>(product1);
  c2 = static_cast<std::uint32_t>(product0 >> 32) ^ c3 ^ key1;
  c3 = static_cast<std::uint32_t>(product0);
}

// What one counter yields: 128 random bits.
struct PhiloxBlock {
  std::uint32_t words[4] = {};
};

// A place in a stream of 2^128 blocks.
struct Philox {
  std::uint32_t counter[4] = {};  // least significant first
  std::uint32_t key[2] = {};

  Philox() = default;

  // The start of the stream of an op with the attributes `seed` and `seed2`. Streams that differ in
  // `seed2` alone are parts, 2^64 blocks long, of one.
  GRAPHRUN_HOST_DEVICE Philox(std::uint64_t seed, std::uint64_t seed2)
      : counter{0, 0, static_cast<std::uint32_t>(seed2), static_cast<std::uint32_t>(seed2 >> 32)},
        key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)} {}

  GRAPHRUN_HOST_DEVICE void skip(std::uint64_t blocks) {
    const std::uint64_t low = (std::uint64_t{counter[1]} << 32 | counter[0]) + blocks;
    counter[0] = static_cast<std::uint32_t>(low);
    counter[1] = static_cast<std::uint32_t>(low >> 32);
    if (low < blocks && ++counter[2] == 0) ++counter[3];
  }

  // The block at this place, which stays.
  GRAPHRUN_HOST_DEVICE PhiloxBlock block() const {
    PhiloxBlock result{{counter[0], counter[1], counter[2], counter[3]}};
    std::uint32_t key0 = key[0];
    std::uint32_t key1 = key[1];
    for (int round = 0; round < kPhiloxRounds; ++round) {
      philox_round(result.words[0], result.words[1], result.words[2], result.words[3], key0, key1);
      key0 += kPhiloxKeyStep0;
      key1 += kPhiloxKeyStep1;
    }
    return result;
  }
};

// Numbers in [0, 1), from as many of the lowest bits as the fraction of the type has. TensorFlow
// puts them into the fraction of a number in [1, 2) and subtracts 1; this is exact, and so is a
// multiplication.
GRAPHRUN_HOST_DEVICE inline float unit_float(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits & 0x7fffffu)) * 0x1p-23f;
}
// The values of a float16.
GRAPHRUN_HOST_DEVICE inline float unit_float16(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits & 0x3ffu)) * 0x1p-10f;
}
// The values of a bfloat16.
GRAPHRUN_HOST_DEVICE inline float unit_bfloat16(std::uint32_t bits) {
  return static_cast<float>(static_cast<std::int32_t>(bits & 0x7fu)) * 0x1p-7f;
}
GRAPHRUN_HOST_DEVICE inline double unit_double(std::uint32_t high, std::uint32_t low) {
  const auto fraction = static_cast<std::int64_t>(std::uint64_t{high & 0xfffffu} << 32 | low);
  return static_cast<double>(fraction) * 0x1p-52;
}

}  // namespace graphrun
