// The two seeds that TensorFlow's Python gives a random op where only the op's own seed is set
// (python/framework/random_seed.py).

#pragma once

#include <cstdint>

namespace graphrun {

struct Seeds {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
};

// 0: no seed is set, and the numbers are new in every session.
inline Seeds seeds_of_op(std::int64_t op_seed) {
  constexpr std::int64_t kDefaultGraphSeed = 87654321;
  constexpr std::int64_t kModulus = 2147483647;  // as Python takes it: never negative
  if (op_seed == 0) return {};
  return {kDefaultGraphSeed, (op_seed % kModulus + kModulus) % kModulus};
}

}  // namespace graphrun
