#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")  // as base/box_muller.h asks
#endif

#include "runtime/random_fill.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>
#include <type_traits>

#include "base/box_muller.h"
#include "base/philox.h"
#include "runtime/parallel_for.h"

namespace graphrun {

namespace {

// How many counters are worked on side by side, so that the compiler fills vector registers. More
// than a register holds: 64 ran at 1.0 G floats/s on one core with SSE2, 16 at 0.9.
constexpr int kLanes = 64;

// What is worth waking another thread for: some 30 us of work.
constexpr std::int64_t kGrainBatches = 128;

// kLanes blocks; a row holds the same word of each.
struct Words {
  std::uint32_t rows[4][kLanes];
};

void set_counters(const Philox& first, std::uint32_t step, Words& words) {
  auto& rows = words.rows;
  if (first.counter[0] <= 0xffffffffu - kLanes * step) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      rows[0][lane] = first.counter[0] + lane * step;
      for (int i = 1; i < 4; ++i) rows[i][lane] = first.counter[i];
    }
    return;
  }
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    Philox place = first;
    place.skip(lane * step);
    for (int i = 0; i < 4; ++i) rows[i][lane] = place.counter[i];
  }
}

// Lane n holds the block that is n * step behind the first.
void draw(const Philox& first, std::uint32_t step, Words& words) {
  set_counters(first, step, words);
  auto& rows = words.rows;
  std::uint32_t key0 = first.key[0];
  std::uint32_t key1 = first.key[1];
  for (int round = 0; round < kPhiloxRounds; ++round) {
    for (int lane = 0; lane < kLanes; ++lane) {
      philox_round(rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane], key0, key1);
    }
    key0 += kPhiloxKeyStep0;
    key1 += kPhiloxKeyStep1;
  }
}

// Elements from a block's 128 bits: TensorFlow takes a word for each, two for a type of 64 bits.
template <typename T>
constexpr int kPerBlock = sizeof(T) == 8 ? 2 : 4;

template <typename T>
constexpr int kPerBatch = kPerBlock<T>* kLanes;

// `make(words, to)` writes the kPerBatch<T> elements of a batch.
template <typename T, typename Make>
void fill(void* data, std::int64_t elements, const RandomStream& stream, const Make& make) {
  auto* const to = static_cast<T*>(data);
  const std::int64_t batches = (elements + kPerBatch<T> - 1) / kPerBatch<T>;
  parallel_for(batches, kGrainBatches, [&](std::int64_t first, std::int64_t end) {
    Philox place(stream.seed, stream.seed2);
    place.skip(stream.offset);
    place.skip(static_cast<std::uint64_t>(first) * kLanes);
    Words words;
    for (std::int64_t batch = first; batch < end; ++batch) {
      draw(place, 1, words);
      place.skip(kLanes);
      T* const begin = to + batch * kPerBatch<T>;
      const std::int64_t left = elements - batch * kPerBatch<T>;
      if (left >= kPerBatch<T>) {
        make(words, begin);
      } else {
        T last[kPerBatch<T>];
        make(words, last);
        std::copy_n(last, left, begin);
      }
    }
  });
}

// What T's arithmetic is done in.
template <typename T>
using Wide = std::conditional_t<sizeof(T) == 2, float, T>;

template <typename T>
Wide<T> rounded(Wide<T> value) {
  return static_cast<Wide<T>>(static_cast<T>(value));
}

// x * factor + shift, in place, each step rounded to T.
template <typename T>
class Scale {
 public:
  Scale(Wide<T> factor, Wide<T> shift)
      : factor_(factor), shift_(shift), is_identity_(factor == 1 && shift == 0) {}

  void apply(T* batch) const {
    if (is_identity_) return;
    for (int i = 0; i < kPerBatch<T>; ++i) {
      const auto x = static_cast<Wide<T>>(batch[i]);
      batch[i] = static_cast<T>(rounded<T>(product(x, factor_)) + shift_);
    }
  }

 private:
  Wide<T> factor_;
  Wide<T> shift_;
  bool is_identity_;
};

// `unit(word)` is the number from one word.
template <typename T, typename Unit>
void fill_units(void* data, std::int64_t elements, const RandomStream& stream,
                const Scale<T>& scale, const Unit& unit) {
  fill<T>(data, elements, stream, [&](const Words& words, T* to) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      for (int i = 0; i < 4; ++i) to[4 * lane + i] = static_cast<T>(unit(words.rows[i][lane]));
    }
    scale.apply(to);
  });
}

void fill_units_double(void* data, std::int64_t elements, const RandomStream& stream,
                       const Scale<double>& scale) {
  fill<double>(data, elements, stream, [&](const Words& words, double* to) {
    const auto& rows = words.rows;
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      to[2 * lane] = unit_double(rows[0][lane], rows[1][lane]);
      to[2 * lane + 1] = unit_double(rows[2][lane], rows[3][lane]);
    }
    scale.apply(to);
  });
}

template <typename T>
Scale<T> from_range(double low, double high) {
  const auto shift = rounded<T>(static_cast<Wide<T>>(low));
  return {rounded<T>(rounded<T>(static_cast<Wide<T>>(high)) - shift), shift};
}

template <typename T>
Scale<T> from_deviation(double mean, double stddev) {
  return {rounded<T>(static_cast<Wide<T>>(stddev)), rounded<T>(static_cast<Wide<T>>(mean))};
}

// kLanes pairs of normal numbers from as many pairs of uniform ones. One step is one loop because
// the compiler vectorises those of the logarithm and of the sine only while they are alone.
template <typename T>
struct Normals {
  T u[kLanes];
  T v[kLanes];

  // Pair n becomes the elements to[n * step] and to[n * step + 1].
  template <typename To>
  void write(To* to, std::int64_t step) const {
    T clear[kLanes];
    T squares[kLanes];
    NormalPair<T> directions[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) clear[lane] = clear_of_zero(u[lane]);
    for (int lane = 0; lane < kLanes; ++lane) squares[lane] = normal_square(clear[lane]);
    for (int lane = 0; lane < kLanes; ++lane) directions[lane] = normal_direction(v[lane]);
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      const NormalPair<T> pair = normal_pair(squares[lane], directions[lane]);
      to[lane * step] = static_cast<To>(pair.first);
      to[lane * step + 1] = static_cast<To>(pair.second);
    }
  }
};

template <typename T>
void fill_normals(void* data, std::int64_t elements, const RandomStream& stream,
                  const Scale<T>& scale) {
  fill<T>(data, elements, stream, [&](const Words& words, T* to) {
    for (int i = 0; i < 4; i += 2) {
      Normals<float> normals;
      for (int lane = 0; lane < kLanes; ++lane) {
        normals.u[lane] = unit_float(words.rows[i][lane]);
        normals.v[lane] = unit_float(words.rows[i + 1][lane]);
      }
      normals.write(to + i, 4);
    }
    scale.apply(to);
  });
}

void fill_normals_double(void* data, std::int64_t elements, const RandomStream& stream,
                         const Scale<double>& scale) {
  fill<double>(data, elements, stream, [&](const Words& words, double* to) {
    const auto& rows = words.rows;
    Normals<double> normals;
    for (int lane = 0; lane < kLanes; ++lane) {
      normals.u[lane] = unit_double(rows[0][lane], rows[1][lane]);
      normals.v[lane] = unit_double(rows[2][lane], rows[3][lane]);
    }
    normals.write(to, 2);
    scale.apply(to);
  });
}

// The numbers of a block in their order, before any is refused.
template <typename Real>
constexpr int kCandidates = sizeof(Real) == 8 ? 2 : 4;

template <typename Real>
void normals_of(const Words& words, Real (&to)[kLanes][kCandidates<Real>]) {
  const auto& rows = words.rows;
  Normals<Real> normals;
  if constexpr (sizeof(Real) == 8) {
    for (int lane = 0; lane < kLanes; ++lane) {
      normals.u[lane] = unit_double(rows[0][lane], rows[1][lane]);
      normals.v[lane] = unit_double(rows[2][lane], rows[3][lane]);
    }
    normals.write(&to[0][0], 2);
  } else {
    for (int i = 0; i < 4; i += 2) {
      for (int lane = 0; lane < kLanes; ++lane) {
        normals.u[lane] = unit_float(rows[i][lane]);
        normals.v[lane] = unit_float(rows[i + 1][lane]);
      }
      normals.write(&to[0][i], 4);
    }
  }
}

// The same of one block.
template <typename Real>
void normals_of(const PhiloxBlock& block, Real (&to)[kCandidates<Real>]) {
  const auto write = [&to](int i, Real u, Real v) {
    const NormalPair<Real> pair = normal_pair(normal_square(clear_of_zero(u)), normal_direction(v));
    to[i] = pair.first;
    to[i + 1] = pair.second;
  };
  if constexpr (sizeof(Real) == 8) {
    write(0, unit_double(block.words[0], block.words[1]),
          unit_double(block.words[2], block.words[3]));
  } else {
    write(0, unit_float(block.words[0]), unit_float(block.words[1]));
    write(2, unit_float(block.words[2]), unit_float(block.words[3]));
  }
}

// A group of elements, as many as a block has numbers, has 256 blocks' worth of samples for each of
// them and takes the numbers that are not refused in their order. Most groups are done with two
// blocks: the first of kLanes groups are drawn side by side.
template <typename T>
void fill_truncated(void* data, std::int64_t elements, const RandomStream& stream) {
  using Real = Wide<T>;
  constexpr int kGroup = kCandidates<Real>;
  constexpr std::uint32_t kBlocksOfGroup = kGroup * 256 / 4;
  constexpr Real kBound = 2;
  auto* const to = static_cast<T*>(data);
  const std::int64_t groups = (elements + kGroup - 1) / kGroup;
  const std::int64_t batches = (groups + kLanes - 1) / kLanes;
  parallel_for(batches, kGrainBatches / 8, [&](std::int64_t first, std::int64_t end) {
    Philox start(stream.seed, stream.seed2);
    start.skip(stream.offset);
    start.skip(static_cast<std::uint64_t>(first) * kLanes * kBlocksOfGroup);
    Words words;
    Real numbers[kLanes][kGroup];
    for (std::int64_t batch = first; batch < end; ++batch) {
      draw(start, kBlocksOfGroup, words);
      normals_of<Real>(words, numbers);
      const std::int64_t begin = batch * kLanes;
      for (std::int64_t lane = 0; lane < std::min<std::int64_t>(kLanes, groups - begin); ++lane) {
        Philox place = start;
        place.skip(static_cast<std::uint64_t>(lane) * kBlocksOfGroup);
        const std::int64_t at = (begin + lane) * kGroup;
        const int wanted = static_cast<int>(std::min<std::int64_t>(kGroup, elements - at));
        Real* const candidates = numbers[lane];
        int taken = 0;
        while (true) {
          for (int i = 0; i < kGroup && taken < wanted; ++i) {
            if (std::abs(candidates[i]) < kBound) to[at + taken++] = static_cast<T>(candidates[i]);
          }
          if (taken == wanted) break;
          place.skip(1);
          normals_of<Real>(place.block(), numbers[lane]);
        }
      }
      start.skip(std::uint64_t{kLanes} * kBlocksOfGroup);
    }
  });
}

}  // namespace

RandomStream open_stream(std::int64_t seed, std::int64_t seed2) {
  if (seed != 0 || seed2 != 0) {
    return {static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(seed2)};
  }
  std::random_device device;
  const auto draw_seed = [&device] { return std::uint64_t{device()} << 32 | device(); };
  return {draw_seed(), draw_seed()};
}

std::uint64_t samples_used(std::int64_t elements) {
  return static_cast<std::uint64_t>(elements) * 256;
}

void fill_uniform(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                  double low, double high) {
  switch (dtype) {
    case DType::float16:
      return fill_units(data, elements, stream, from_range<Half>(low, high), unit_float16);
    case DType::bfloat16:
      return fill_units(data, elements, stream, from_range<BFloat16>(low, high), unit_bfloat16);
    case DType::float32:
      return fill_units(data, elements, stream, from_range<float>(low, high),
                        [](std::uint32_t word) { return unit_float(word); });
    case DType::float64:
      return fill_units_double(data, elements, stream, from_range<double>(low, high));
    default: assert(false && "uniform numbers of a type that has none");
  }
}

void fill_uniform_int(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                      std::int64_t minval, std::int64_t maxval) {
  assert(minval < maxval);
  // Without signs, as the width of the range need not fit into a signed number; sums wrap around.
  if (dtype == DType::int32) {
    const auto low = static_cast<std::uint32_t>(minval);
    const std::uint32_t range = static_cast<std::uint32_t>(maxval) - low;
    fill<std::int32_t>(data, elements, stream, [&](const Words& words, std::int32_t* to) {
      for (std::int64_t lane = 0; lane < kLanes; ++lane) {
        for (int i = 0; i < 4; ++i) {
          to[4 * lane + i] = static_cast<std::int32_t>(low + words.rows[i][lane] % range);
        }
      }
    });
    return;
  }
  assert(dtype == DType::int64);
  const auto low = static_cast<std::uint64_t>(minval);
  const std::uint64_t range = static_cast<std::uint64_t>(maxval) - low;
  fill<std::int64_t>(data, elements, stream, [&](const Words& words, std::int64_t* to) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      for (std::int64_t i = 0; i < 2; ++i) {
        const std::uint64_t bits =
            std::uint64_t{words.rows[2 * i + 1][lane]} << 32 | words.rows[2 * i][lane];
        to[2 * lane + i] = static_cast<std::int64_t>(low + bits % range);
      }
    }
  });
}

void fill_normal(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                 double mean, double stddev) {
  switch (dtype) {
    case DType::float16:
      return fill_normals(data, elements, stream, from_deviation<Half>(mean, stddev));
    case DType::bfloat16:
      return fill_normals(data, elements, stream, from_deviation<BFloat16>(mean, stddev));
    case DType::float32:
      return fill_normals(data, elements, stream, from_deviation<float>(mean, stddev));
    case DType::float64:
      return fill_normals_double(data, elements, stream, from_deviation<double>(mean, stddev));
    default: assert(false && "normal numbers of a type that has none");
  }
}

void fill_truncated_normal(void* data, DType dtype, std::int64_t elements,
                           const RandomStream& stream) {
  switch (dtype) {
    case DType::float16: return fill_truncated<Half>(data, elements, stream);
    case DType::bfloat16: return fill_truncated<BFloat16>(data, elements, stream);
    case DType::float32: return fill_truncated<float>(data, elements, stream);
    case DType::float64: return fill_truncated<double>(data, elements, stream);
    default: assert(false && "normal numbers of a type that has none");
  }
}

}  // namespace graphrun
