// What an element-wise op does to elements, apart from tensors and nodes, so that several such ops
// can be applied in turn without going through memory each time. kernels/blocks.h makes these of
// the functions that the ops' kernels apply.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace graphrun {

// From memory to memory, for elements that lie side by side: z[i] = op(x[i], y[i]). A step is 1, or
// 0 where one element stands for all; never both are 0. Ops of one operand do not look at y.
// REQUIRES: z overlaps neither.
using BlockFn = void (*)(const void* x, std::int64_t x_step, const void* y, std::int64_t y_step,
                         void* z, std::int64_t elements);

// From registers to registers: a tile is some vectors of elements, and what else there is to read
// is one element for all or as many elements as the tile has.
enum class TileForm : std::uint8_t {
  tile,       // op(tile)
  tile_tile,  // op(tile, tile)
  tile_one,   // op(tile, one)
  one_tile,
  tile_all,  // op(tile, all)
  all_tile,
};
inline constexpr std::size_t kTileForms = 6;

// Its type is between kernels/blocks.h, which makes it, and kernels/tiles.h, which calls it.
using TileFn = void (*)();

// Of an op, for operands and a result of one type.
struct BlockDef {
  DType dtype = DType::float32;
  BlockFn run = nullptr;
  std::array<TileFn, kTileForms> tiles{};  // by TileForm; nullptr: from memory to memory alone
};

}  // namespace graphrun
