// Chains of element-wise ops whose values stay in registers from one op to the next.
//
// A tile is eight vectors of neighbouring elements. A chain is a list of steps; each applies its op
// to the tile and calls the next with the result, which the compiler makes a jump, since both take
// the same arguments. The last step stores. A step is some ten instructions for eight vectors of
// elements, where a loop over a block would load and store each of them besides.

#pragma once

#include <cstdint>

#include "graph/block_def.h"
#include "kernels/vector_level.h"

namespace graphrun {

template <typename T, VectorLevel kLevel>
struct VectorOf {
  using Type [[gnu::vector_size(vector_bytes(kLevel))]] = T;
};

struct TileStep {
  TileFn run = nullptr;  // a TileRun of the type and level
  // One element, or the elements beside the chain's first; the last step stores there.
  const void* operand = nullptr;
};

// `at`: how many elements behind the chain's first the tile begins.
template <typename T, VectorLevel kLevel, typename V = typename VectorOf<T, kLevel>::Type>
using TileRun = void (*)(const TileStep* step, std::int64_t at, V, V, V, V, V, V, V, V);

inline constexpr std::size_t kTileVectors = 8;  // as many as are passed in registers

// Elements in a tile.
std::int64_t tile_elements(DType dtype, VectorLevel level = vector_level());

// The last step of a chain.
TileFn tile_store(DType dtype, VectorLevel level = vector_level());

// Takes `elements` elements from `from` through the steps, whose last is tile_store's.
// REQUIRES: a multiple of tile_elements(); steps of that type and level.
void run_tiles(DType dtype, const TileStep* steps, const void* from, std::int64_t elements,
               VectorLevel level = vector_level());

}  // namespace graphrun
