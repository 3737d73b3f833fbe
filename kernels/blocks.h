// OpDef::blocks of element-wise ops, made of the functions that their kernels apply: what a node
// computes does not depend on whether it is fused with others.
//
// They are compiled once for each instruction set, since in a fused node it is the computing that
// takes the time, not the memory. That changes no result: each element is one operation of IEEE 754
// after another, whatever the width of the vectors, and -ffp-contract=off keeps them apart.

#pragma once

#include <cstring>
#include <vector>

#include "graph/op_catalog.h"
#include "kernels/tiles.h"
#include "kernels/vector_level.h"
#include "kernels/vector_math.h"

namespace graphrun {

template <typename T, typename Op, bool kIsBinary>
[[gnu::always_inline]] inline void apply_to_block(const void* x_data, std::int64_t x_step,
                                                  const void* y_data, std::int64_t y_step,
                                                  void* z_data, std::int64_t elements) {
  const Op op;
  const T* __restrict x = static_cast<const T*>(x_data);
  T* __restrict z = static_cast<T*>(z_data);
  if constexpr (!kIsBinary) {
    for (std::int64_t i = 0; i < elements; ++i) z[i] = static_cast<T>(op(x[i]));
  } else {
    const T* __restrict y = static_cast<const T*>(y_data);
    if (x_step != 0 && y_step != 0) {
      for (std::int64_t i = 0; i < elements; ++i) z[i] = static_cast<T>(op(x[i], y[i]));
    } else if (x_step != 0) {
      const T one = y[0];
      for (std::int64_t i = 0; i < elements; ++i) z[i] = static_cast<T>(op(x[i], one));
    } else {
      const T one = x[0];
      for (std::int64_t i = 0; i < elements; ++i) z[i] = static_cast<T>(op(one, y[i]));
    }
  }
}

// The op on one vector of a tile. It is written as a loop over elements, of which the compiler
// makes operations on vectors, so that the op is the function that its kernel applies.
template <typename T, typename Op, TileForm kForm, typename V>
[[gnu::always_inline]] inline V apply_to_vector(V x, const T* operand) {
  constexpr std::size_t kElements = sizeof(V) / sizeof(T);
  constexpr bool kIsOne = kForm == TileForm::tile_one || kForm == TileForm::one_tile;
  const Op op;
  T tile[kElements];
  T other[kElements];
  std::memcpy(tile, &x, sizeof x);
  if constexpr (kIsOne) {
    for (T& element : other) element = *operand;
  } else if constexpr (kForm == TileForm::tile_all || kForm == TileForm::all_tile) {
    std::memcpy(other, operand, sizeof x);
  }
  for (std::size_t i = 0; i < kElements; ++i) {
    if constexpr (kForm == TileForm::tile) {
      tile[i] = static_cast<T>(op(tile[i]));
    } else if constexpr (kForm == TileForm::tile_tile) {
      tile[i] = static_cast<T>(op(tile[i], tile[i]));
    } else if constexpr (kForm == TileForm::tile_one || kForm == TileForm::tile_all) {
      tile[i] = static_cast<T>(op(tile[i], other[i]));
    } else {
      tile[i] = static_cast<T>(op(other[i], tile[i]));
    }
  }
  std::memcpy(&x, tile, sizeof x);
  return x;
}

// One step of a chain: see kernels/tiles.h.
template <typename T, typename Op, TileForm kForm, VectorLevel kLevel, typename V>
[[gnu::always_inline]] inline void apply_to_tile(const TileStep* step, std::int64_t at, const V& v0,
                                                 const V& v1, const V& v2, const V& v3, const V& v4,
                                                 const V& v5, const V& v6, const V& v7) {
  constexpr bool kIsAll = kForm == TileForm::tile_all || kForm == TileForm::all_tile;
  constexpr std::size_t kEach = kIsAll ? sizeof(V) / sizeof(T) : 0;
  const T* y = static_cast<const T*>(step->operand) + (kIsAll ? at : 0);
  const auto next = reinterpret_cast<TileRun<T, kLevel>>(step[1].run);
  return next(step + 1, at, apply_to_vector<T, Op, kForm>(v0, y),
              apply_to_vector<T, Op, kForm>(v1, y + kEach),
              apply_to_vector<T, Op, kForm>(v2, y + 2 * kEach),
              apply_to_vector<T, Op, kForm>(v3, y + 3 * kEach),
              apply_to_vector<T, Op, kForm>(v4, y + 4 * kEach),
              apply_to_vector<T, Op, kForm>(v5, y + 5 * kEach),
              apply_to_vector<T, Op, kForm>(v6, y + 6 * kEach),
              apply_to_vector<T, Op, kForm>(v7, y + 7 * kEach));
}

// Each for each level, since the attribute cannot depend on a parameter.
#define GRAPHRUN_AT_LEVEL(level)                                                                 \
  template <typename T, typename Op, bool kIsBinary>                                             \
  GRAPHRUN_TARGET_##level void block_##level(const void* x, std::int64_t x_step, const void* y,  \
                                             std::int64_t y_step, void* z,                       \
                                             std::int64_t elements) {                            \
    apply_to_block<T, Op, kIsBinary>(x, x_step, y, y_step, z, elements);                         \
  }                                                                                              \
  template <typename T, typename Op, TileForm kForm,                                             \
            typename V = typename VectorOf<T, VectorLevel::level>::Type>                         \
  GRAPHRUN_TARGET_##level void tile_##level(const TileStep* step, std::int64_t at, V v0, V v1,   \
                                            V v2, V v3, V v4, V v5, V v6, V v7) {                \
    return apply_to_tile<T, Op, kForm, VectorLevel::level>(step, at, v0, v1, v2, v3, v4, v5, v6, \
                                                           v7);                                  \
  }
GRAPHRUN_AT_LEVEL(plain)
GRAPHRUN_AT_LEVEL(avx2)
GRAPHRUN_AT_LEVEL(avx512)
#undef GRAPHRUN_AT_LEVEL

template <typename T, typename Op, bool kIsBinary>
BlockFn block_at(VectorLevel level) {
  switch (level) {
    case VectorLevel::avx512: return block_avx512<T, Op, kIsBinary>;
    case VectorLevel::avx2: return block_avx2<T, Op, kIsBinary>;
    case VectorLevel::plain: break;
  }
  return block_plain<T, Op, kIsBinary>;
}

template <typename T, typename Op, TileForm kForm>
TileFn tile_at(VectorLevel level) {
  switch (level) {
    case VectorLevel::avx512: return reinterpret_cast<TileFn>(&tile_avx512<T, Op, kForm>);
    case VectorLevel::avx2: return reinterpret_cast<TileFn>(&tile_avx2<T, Op, kForm>);
    case VectorLevel::plain: break;
  }
  return reinterpret_cast<TileFn>(&tile_plain<T, Op, kForm>);
}

template <typename T, typename Op>
BlockDef unary_block(VectorLevel level) {
  return {.dtype = dtype_of<T>,
          .run = block_at<T, Op, false>(level),
          .tiles = {tile_at<T, Op, TileForm::tile>(level)}};
}

template <typename T, typename Op>
BlockDef binary_block(VectorLevel level) {
  return {.dtype = dtype_of<T>,
          .run = block_at<T, Op, true>(level),
          .tiles = {nullptr, tile_at<T, Op, TileForm::tile_tile>(level),
                    tile_at<T, Op, TileForm::tile_one>(level),
                    tile_at<T, Op, TileForm::one_tile>(level),
                    tile_at<T, Op, TileForm::tile_all>(level),
                    tile_at<T, Op, TileForm::all_tile>(level)}};
}

// Of the function object type that the kernel applies, for floats and doubles.
template <typename Op>
std::vector<BlockDef> unary_blocks(VectorLevel level = vector_level()) {
  return {unary_block<float, Op>(level), unary_block<double, Op>(level)};
}
template <typename Op>
std::vector<BlockDef> binary_blocks(VectorLevel level = vector_level()) {
  return {binary_block<float, Op>(level), binary_block<double, Op>(level)};
}

// Of an elementary function.
template <const VectorFunction& kFunction>
std::vector<BlockDef> function_blocks() {
  return {{DType::float32,
           [](const void* x, std::int64_t, const void*, std::int64_t, void* z, std::int64_t n) {
             kFunction.floats(static_cast<const float*>(x), static_cast<float*>(z), n);
           },
           {}},
          {DType::float64,
           [](const void* x, std::int64_t, const void*, std::int64_t, void* z, std::int64_t n) {
             kFunction.doubles(static_cast<const double*>(x), static_cast<double*>(z), n);
           },
           {}}};
}

}  // namespace graphrun
