// Ops that reduce axes of a tensor to one value each: Sum, Mean, Prod, Max, Min, All, Any.
//
// A reducer says how elements become one:
//
//   struct Reducer {  // of elements T
//     using Element;  // T, or the unsigned type of its width where that makes no difference
//     using Lane;     // what elements are read as and combined in, many at once
//     using Total;    // what the results of blocks of lanes are combined in
//     static Lane load(Element x);
//     static constexpr Lane kIdentity;  // combine(kIdentity, x) is x
//     static A combine(A a, A b);       // for Lane and for Total; in any order
//     static Element finish(Total total, std::int64_t count);
//   };
//
// Lanes run side by side, and no lane combines more than kBlock / kLanes elements, or kBlockRows
// rows, before it goes into a total: so that a float sum of any length is off by little more than
// its last place. How the elements are divided depends on the shape alone, never on the number of
// threads.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/shape.h"
#include "graph/op_catalog.h"
#include "graph/shape_context.h"
#include "kernels/for_dtype.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// A tensor as alternating runs of axes that are reduced and runs that are kept; axes of extent 1
// are in none. Steps are in elements.
struct ReductionWalk {
  struct Axis {
    std::int64_t extent;
    std::int64_t step;
  };
  struct Axes {
    std::array<Axis, Shape::kMaxRank> axes{};  // from the outermost
    std::size_t count = 0;

    std::int64_t size() const {
      std::int64_t size = 1;
      for (std::size_t i = 0; i < count; ++i) size *= axes[i].extent;
      return size;
    }
    // Of the i-th combination of indices.
    std::int64_t offset(std::int64_t i) const {
      if (count == 1) return i * axes[0].step;
      std::int64_t offset = 0;
      for (std::size_t axis = count; axis-- > 0;) {
        offset += i % axes[axis].extent * axes[axis].step;
        i /= axes[axis].extent;
      }
      return offset;
    }
  };

  Axes kept;     // but for the innermost run
  Axes reduced;  // but for the innermost run
  std::int64_t innermost = 1;
  bool innermost_is_reduced = true;

  ReductionWalk(const Shape& shape, const std::array<bool, Shape::kMaxRank>& is_reduced);

  std::int64_t elements_a_result() const {
    return reduced.size() * (innermost_is_reduced ? innermost : 1);
  }
};

// The walk of the node at hand: its input 0 over the axes in its input 1. Without that input it is
// reduced over all axes.
ReductionWalk reduction_walk(const KernelContext& context);

// Of a tensor of so many elements to one result.
ReductionWalk walk_of_all(std::int64_t elements);

// The shape rule: input 0 without the axes in input 1, or with extent 1 there, as `keep_dims` says.
void shape_of_reduction(ShapeContext& context);

// The row of such an op but for its kernels: inputs `input` and `axis` (reduction_indices in
// TensorFlow 1.15), attribute `keep_dims`. `types`: what T may be; none: there is no T, and the
// input is boolean.
OpDef reduction_op(std::string name, std::string summary, std::string example, DTypes types);

// On the CPU for all numbers; `on_gpu`: what T may be on a GPU, where `axis` stays in host memory.
std::vector<KernelDef> reduction_kernels(KernelFn cpu, DTypes on_gpu);
// For a GPU too, but with all of it in host memory, as TensorFlow does arithmetic on int32.
KernelDef int32_in_host_memory();

// Integers of one width, where they only are added and multiplied.
template <typename T>
using Wrapping = std::conditional_t<std::is_integral_v<T>, Arithmetic<T>, T>;

// What the sums of blocks are added up in, where sums of elements are lanes.
template <typename Lane>
using SumTotal =
    std::conditional_t<std::is_same_v<Lane, float>, double,
                       std::conditional_t<std::is_same_v<Lane, double>, long double, Lane>>;

namespace reduction {

inline constexpr std::int64_t kLanes = 32;
inline constexpr std::int64_t kBlock = 512;     // elements in a row
inline constexpr std::int64_t kBlockRows = 32;  // rows, where columns are reduced
inline constexpr std::int64_t kTile = 1024;     // columns at a time: lanes and totals stay in L1
inline constexpr std::int64_t kPiece = 128 * 1024;  // elements, the least worth another thread
// Rows shorter than this are taken several at a time.
inline constexpr std::int64_t kShortRow = 128;

// Calls act(first, end) for ranges of `items`, on several threads where the tensor is large.
template <typename Act>
void over_items(std::int64_t items, std::int64_t elements, const Act& act) {
  if (elements < 2 * kPiece || items < 2) {
    if (items > 0) act(std::int64_t{0}, items);
    return;
  }
  const ComputeShare share;
  parallel_for(items, std::max<std::int64_t>(1, items * kPiece / elements), act);
}

template <typename Reducer, typename T>
typename Reducer::Total reduce_row(const T* x, std::int64_t size) {
  using Lane = typename Reducer::Lane;
  using Total = typename Reducer::Total;
  Total total = Reducer::kIdentity;
  std::int64_t i = 0;
  while (size - i >= kLanes) {
    std::array<Lane, kLanes> lanes;
    for (std::int64_t k = 0; k < kLanes; ++k) lanes[k] = Reducer::load(x[i + k]);
    const std::int64_t end = std::min(i + kBlock, size - size % kLanes);
    for (i += kLanes; i < end; i += kLanes) {
      for (std::int64_t k = 0; k < kLanes; ++k) {
        lanes[k] = Reducer::combine(lanes[k], Reducer::load(x[i + k]));
      }
    }
    for (std::int64_t half = kLanes / 2; half > 0; half /= 2) {
      for (std::int64_t k = 0; k < half; ++k) {
        lanes[k] = Reducer::combine(lanes[k], lanes[k + half]);
      }
    }
    total = Reducer::combine(total, Total(lanes[0]));
  }
  if (i < size) {
    Lane rest = Reducer::kIdentity;
    for (; i < size; ++i) rest = Reducer::combine(rest, Reducer::load(x[i]));
    total = Reducer::combine(total, Total(rest));
  }
  return total;
}

// Adds the rows [first, end) to `totals`, element by element.
// REQUIRES: width <= kTile.
template <typename Reducer, typename T>
void reduce_rows(const T* x, const ReductionWalk::Axes& rows, std::int64_t first, std::int64_t end,
                 std::int64_t width, typename Reducer::Total* totals) {
  using Lane = typename Reducer::Lane;
  using Total = typename Reducer::Total;
  std::array<Lane, kTile> lanes;
  for (std::int64_t block = first; block < end; block += kBlockRows) {
    const std::int64_t block_end = std::min(block + kBlockRows, end);
    std::fill_n(lanes.begin(), width, Reducer::kIdentity);
    std::int64_t r = block;
    for (; r + 4 <= block_end; r += 4) {
      const T* a = x + rows.offset(r);
      const T* b = x + rows.offset(r + 1);
      const T* c = x + rows.offset(r + 2);
      const T* d = x + rows.offset(r + 3);
      for (std::int64_t j = 0; j < width; ++j) {
        const Lane ab = Reducer::combine(Reducer::load(a[j]), Reducer::load(b[j]));
        const Lane cd = Reducer::combine(Reducer::load(c[j]), Reducer::load(d[j]));
        lanes[j] = Reducer::combine(lanes[j], Lane(Reducer::combine(ab, cd)));
      }
    }
    for (; r < block_end; ++r) {
      const T* a = x + rows.offset(r);
      for (std::int64_t j = 0; j < width; ++j) {
        lanes[j] = Reducer::combine(lanes[j], Reducer::load(a[j]));
      }
    }
    for (std::int64_t j = 0; j < width; ++j) {
      totals[j] = Reducer::combine(totals[j], Total(lanes[j]));
    }
  }
}

// The same for short rows that lie side by side: several are one row of more columns.
template <typename Reducer, typename T>
void reduce_short_rows(const T* x, std::int64_t rows, std::int64_t width,
                       typename Reducer::Total* totals) {
  using Total = typename Reducer::Total;
  const std::int64_t together = kTile / 2 / width;
  const std::int64_t wide = together * width;
  const std::int64_t wide_rows = rows / together;
  const auto rows_of = [](std::int64_t count, std::int64_t step) {
    ReductionWalk::Axes axes;
    axes.axes[0] = {count, step};
    axes.count = 1;
    return axes;
  };
  std::array<Total, kTile> sums;
  std::fill_n(sums.begin(), wide, Total(Reducer::kIdentity));
  reduce_rows<Reducer>(x, rows_of(wide_rows, wide), 0, wide_rows, wide, sums.data());
  for (std::int64_t k = 0; k < together; ++k) {
    for (std::int64_t j = 0; j < width; ++j) {
      totals[j] = Reducer::combine(totals[j], sums[k * width + j]);
    }
  }
  reduce_rows<Reducer>(x, rows_of(rows, width), wide_rows * together, rows, width, totals);
}

// Every result is made of elements that lie side by side, in one row or in several.
template <typename Reducer, typename T>
void reduce_innermost(const T* x, T* out, const ReductionWalk& walk) {
  using Total = typename Reducer::Total;
  const std::int64_t results = walk.kept.size();
  const std::int64_t rows = walk.reduced.size();
  const std::int64_t length = walk.innermost;
  const std::int64_t count = walk.elements_a_result();
  // A large result is made of pieces: parts of a long row, or some short rows.
  const std::int64_t parts = std::max<std::int64_t>(1, length / kPiece);
  const std::int64_t rows_a_piece = parts > 1 ? 1 : std::max<std::int64_t>(1, kPiece / length);
  const std::int64_t groups = (rows + rows_a_piece - 1) / rows_a_piece;
  const std::int64_t pieces = groups * parts;

  const auto piece = [&](const T* from, std::int64_t p) {
    const std::int64_t part = p % parts;
    const std::int64_t begin = length / parts * part;
    const std::int64_t end = part + 1 == parts ? length : length / parts * (part + 1);
    const std::int64_t first = p / parts * rows_a_piece;
    const std::int64_t last = std::min(first + rows_a_piece, rows);
    Total total = Reducer::kIdentity;
    for (std::int64_t r = first; r < last; ++r) {
      const T* row = from + walk.reduced.offset(r);
      total = Reducer::combine(total, reduce_row<Reducer>(row + begin, end - begin));
    }
    return total;
  };
  if (pieces == 1) {
    over_items(results, results * count, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        out[i] = Reducer::finish(piece(x + walk.kept.offset(i), 0), count);
      }
    });
    return;
  }
  std::vector<Total> totals(static_cast<std::size_t>(results * pieces));
  over_items(results * pieces, results * count, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
      totals[static_cast<std::size_t>(i)] = piece(x + walk.kept.offset(i / pieces), i % pieces);
    }
  });
  for (std::int64_t i = 0; i < results; ++i) {
    Total total = Reducer::kIdentity;
    for (std::int64_t p = 0; p < pieces; ++p) {
      total = Reducer::combine(total, totals[static_cast<std::size_t>(i * pieces + p)]);
    }
    out[i] = Reducer::finish(total, count);
  }
}

// Results lie side by side: whole rows are combined.
template <typename Reducer, typename T>
void reduce_columns(const T* x, T* out, const ReductionWalk& walk) {
  using Total = typename Reducer::Total;
  const std::int64_t outer = walk.kept.size();
  const std::int64_t rows = walk.reduced.size();
  const std::int64_t width = walk.innermost;
  const std::int64_t tiles = (width + kTile - 1) / kTile;
  // With few results the rows are divided too.
  constexpr std::int64_t kEnoughTiles = 16;
  const std::int64_t rows_a_piece =
      outer * tiles >= kEnoughTiles ? rows
                                    : std::max<std::int64_t>(1, kPiece / std::min(width, kTile));
  const std::int64_t pieces = (rows + rows_a_piece - 1) / rows_a_piece;
  const bool rows_adjoin = walk.reduced.count == 1 && walk.reduced.axes[0].step == width;

  // The columns from `column` on of some of the rows of a result.
  const auto piece = [&](std::int64_t o, std::int64_t column, std::int64_t columns, std::int64_t p,
                         Total* totals) {
    std::fill_n(totals, columns, Total(Reducer::kIdentity));
    const T* from = x + walk.kept.offset(o) + column;
    const std::int64_t first = p * rows_a_piece;
    const std::int64_t last = std::min(first + rows_a_piece, rows);
    if (rows_adjoin && width < kShortRow) {
      reduce_short_rows<Reducer>(from + first * width, last - first, width, totals);
    } else {
      reduce_rows<Reducer>(from, walk.reduced, first, last, columns, totals);
    }
  };
  const std::int64_t elements = outer * rows * width;
  if (pieces == 1) {
    over_items(outer * tiles, elements, [&](std::int64_t first, std::int64_t end) {
      std::array<Total, kTile> totals;
      for (std::int64_t i = first; i < end; ++i) {
        const std::int64_t column = i % tiles * kTile;
        const std::int64_t columns = std::min(kTile, width - column);
        piece(i / tiles, column, columns, 0, totals.data());
        T* to = out + i / tiles * width + column;
        for (std::int64_t j = 0; j < columns; ++j) to[j] = Reducer::finish(totals[j], rows);
      }
    });
    return;
  }
  // totals: of each result, of each piece, a row.
  std::vector<Total> totals(static_cast<std::size_t>(outer * pieces * width));
  over_items(outer * tiles * pieces, elements, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t column = i % tiles * kTile;
      const std::int64_t row = i / tiles;
      piece(row / pieces, column, std::min(kTile, width - column), row % pieces,
            totals.data() + row * width + column);
    }
  });
  for (std::int64_t o = 0; o < outer; ++o) {
    Total* sum = totals.data() + o * pieces * width;
    for (std::int64_t p = 1; p < pieces; ++p) {
      for (std::int64_t j = 0; j < width; ++j) {
        sum[j] = Reducer::combine(sum[j], sum[p * width + j]);
      }
    }
    for (std::int64_t j = 0; j < width; ++j) out[o * width + j] = Reducer::finish(sum[j], rows);
  }
}

}  // namespace reduction

// Reduces x, as `walk` says, to `results` elements.
template <typename Reducer, typename T>
void reduce(const T* x, T* out, std::int64_t results, const ReductionWalk& walk) {
  if (results == 0) return;
  if (walk.elements_a_result() == 0) {
    std::fill_n(out, results, Reducer::finish(Reducer::kIdentity, 0));
  } else if (walk.innermost_is_reduced) {
    reduction::reduce_innermost<Reducer>(x, out, walk);
  } else {
    reduction::reduce_columns<Reducer>(x, out, walk);
  }
}

// The kernel of an op on numbers; Reducer<T> is its reducer of elements T.
template <template <typename> typename Reducer>
void reduction_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const ReductionWalk walk = reduction_walk(context);
  const Tensor& output = context.output();
  if (walk.elements_a_result() == 1) {  // nothing is combined: -0 stays what it is
    if (output.bytes() > 0) std::memcpy(output.data(), input.data(), output.bytes());
    return;
  }
  for_number_type(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    using Element = typename Reducer<T>::Element;
    reduce<Reducer<Element>>(static_cast<const Element*>(input.data()),
                             static_cast<Element*>(output.data()), output.elements(), walk);
  });
}

}  // namespace graphrun
