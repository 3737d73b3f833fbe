// ArgMax and ArgMin: where along an axis the largest or the smallest element is; of several the
// first. NaN is passed over, as TensorFlow does on the CPU.
//
//   struct Order {  // of elements T
//     using Lane;                       // what they are compared as
//     static constexpr Lane kWorst;     // nothing comes after it
//     static bool is_better(Lane a, Lane b);
//   };
//
// TensorFlow 1.15 calls the input `axis` dimension.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "kernels/reduction.h"
#include "kernels/type_list.h"

namespace graphrun {

// A tensor as rows of columns of rows: the middle one is searched.
struct ArgWalk {
  std::int64_t outer = 1;
  std::int64_t extent = 1;
  std::int64_t inner = 1;
};

// Over the axis in input 1. Throws Error when there is nothing along it.
ArgWalk arg_walk(const KernelContext& context);

// The row of such an op. `cpu`: its kernel.
OpDef arg_op(std::string name, std::string summary, std::string example, KernelFn cpu);

namespace arg_reduction {

// Of elements that lie side by side. Blocks are searched for their best element alone, which is
// fast; then the best block for where it is.
template <typename Order, typename T>
std::int64_t best_in_row(const T* x, std::int64_t size) {
  using Lane = typename Order::Lane;
  constexpr std::int64_t kLanes = reduction::kLanes;
  constexpr std::int64_t kSearched = 4096;
  Lane best = Order::kWorst;
  std::int64_t best_block = 0;
  for (std::int64_t block = 0; block < size; block += kSearched) {
    const std::int64_t end = std::min(block + kSearched, size);
    std::array<Lane, kLanes> lanes;
    lanes.fill(Order::kWorst);
    std::int64_t i = block;
    for (; i + kLanes <= end; i += kLanes) {
      for (std::int64_t k = 0; k < kLanes; ++k) {
        const Lane candidate = static_cast<Lane>(x[i + k]);
        lanes[k] = Order::is_better(candidate, lanes[k]) ? candidate : lanes[k];
      }
    }
    Lane best_here = Order::kWorst;
    for (; i < end; ++i) {
      const Lane candidate = static_cast<Lane>(x[i]);
      best_here = Order::is_better(candidate, best_here) ? candidate : best_here;
    }
    for (const Lane lane : lanes) best_here = Order::is_better(lane, best_here) ? lane : best_here;
    if (Order::is_better(best_here, best)) {
      best = best_here;
      best_block = block;
    }
  }
  for (std::int64_t i = best_block; i < std::min(best_block + kSearched, size); ++i) {
    if (static_cast<Lane>(x[i]) == best) return i;
  }
  return 0;  // nothing but NaN
}

template <typename Order, typename T, typename Index>
void search_rows(const T* x, Index* out, const ArgWalk& walk) {
  const std::int64_t elements = walk.outer * walk.extent;
  // A long row is searched in parts, and then the best of each.
  const std::int64_t parts = std::max<std::int64_t>(1, walk.extent / reduction::kPiece);
  if (parts == 1) {
    reduction::over_items(walk.outer, elements, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t row = first; row < end; ++row) {
        out[row] = static_cast<Index>(best_in_row<Order>(x + row * walk.extent, walk.extent));
      }
    });
    return;
  }
  const std::int64_t part = (walk.extent + parts - 1) / parts;
  std::vector<std::int64_t> found(static_cast<std::size_t>(walk.outer * parts));
  reduction::over_items(walk.outer * parts, elements, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t begin = i % parts * part;
      const std::int64_t size = std::min(part, walk.extent - begin);
      const T* row = x + i / parts * walk.extent;
      found[static_cast<std::size_t>(i)] =
          size <= 0 ? 0 : begin + best_in_row<Order>(row + begin, size);
    }
  });
  for (std::int64_t row = 0; row < walk.outer; ++row) {
    const T* from = x + row * walk.extent;
    auto best = Order::kWorst;
    std::int64_t at = 0;
    for (std::int64_t p = 0; p < parts; ++p) {
      const std::int64_t i = found[static_cast<std::size_t>(row * parts + p)];
      const auto candidate = static_cast<typename Order::Lane>(from[i]);
      if (!Order::is_better(candidate, best)) continue;
      best = candidate;
      at = i;
    }
    // Of equals to kWorst the first part's is the first.
    out[row] = static_cast<Index>(
        best == Order::kWorst ? found[static_cast<std::size_t>(row * parts)] : at);
  }
}

template <typename Order, typename T, typename Index>
void search_columns(const T* x, Index* out, const ArgWalk& walk) {
  using Lane = typename Order::Lane;
  constexpr std::int64_t kTile = reduction::kTile;
  const std::int64_t tiles = (walk.inner + kTile - 1) / kTile;
  const std::int64_t elements = walk.outer * walk.extent * walk.inner;
  reduction::over_items(walk.outer * tiles, elements, [&](std::int64_t first, std::int64_t end) {
    std::array<Lane, kTile> best;
    for (std::int64_t item = first; item < end; ++item) {
      const std::int64_t column = item % tiles * kTile;
      const std::int64_t width = std::min(kTile, walk.inner - column);
      const T* from = x + item / tiles * walk.extent * walk.inner + column;
      Index* to = out + item / tiles * walk.inner + column;
      std::fill_n(best.begin(), width, Order::kWorst);
      std::fill_n(to, width, Index{0});
      for (std::int64_t row = 0; row < walk.extent; ++row, from += walk.inner) {
        for (std::int64_t j = 0; j < width; ++j) {
          const Lane candidate = static_cast<Lane>(from[j]);
          const bool is_better = Order::is_better(candidate, best[j]);
          best[j] = is_better ? candidate : best[j];
          to[j] = is_better ? static_cast<Index>(row) : to[j];
        }
      }
    }
  });
}

}  // namespace arg_reduction

// The kernel of an op; Order<T> orders elements T.
template <template <typename> typename Order>
void arg_reduction_cpu(KernelContext& context) {
  const ArgWalk walk = arg_walk(context);
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const auto search = [&]<typename T, typename Index>(const T* x, Index* out) {
    if (walk.inner == 1) {
      arg_reduction::search_rows<Order<T>>(x, out, walk);
    } else {
      arg_reduction::search_columns<Order<T>>(x, out, walk);
    }
  };
  for_number_type(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    const T* x = static_cast<const T*>(input.data());
    if (output.dtype() == DType::int32) {
      search(x, static_cast<std::int32_t*>(output.data()));
    } else {
      search(x, static_cast<std::int64_t*>(output.data()));
    }
  });
}

}  // namespace graphrun
