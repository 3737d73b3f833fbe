#include "kernels/strided_copy.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/element_bytes.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Enough elements to be worth another thread.
constexpr std::int64_t kGrain = 32 * 1024;

std::size_t at(int axis) { return static_cast<std::size_t>(axis); }

// The place of one index of the outer axes, and the way from each to the next.
class Odometer {
 public:
  // At the `number`-th index of the first `axes` axes, in row-major order.
  Odometer(const StridedCopy& copy, int axes, std::int64_t number)
      : copy_(copy), axes_(axes), from_(copy.from_first), to_(copy.to_first) {
    for (int axis = axes - 1; axis >= 0; --axis) {
      const auto i = at(axis);
      index_[i] = number % copy.extent[i];
      number /= copy.extent[i];
      from_ += index_[i] * copy.from_step[i];
      to_ += index_[i] * copy.to_step[i];
    }
  }

  std::int64_t from() const { return from_; }
  std::int64_t to() const { return to_; }

  void advance() {
    for (int axis = axes_ - 1; axis >= 0; --axis) {
      const auto i = at(axis);
      from_ += copy_.from_step[i];
      to_ += copy_.to_step[i];
      if (++index_[i] < copy_.extent[i]) return;
      from_ -= index_[i] * copy_.from_step[i];
      to_ -= index_[i] * copy_.to_step[i];
      index_[i] = 0;
    }
  }

 private:
  const StridedCopy& copy_;
  int axes_;
  std::int64_t from_;
  std::int64_t to_;
  StridedCopy::Numbers index_{};
};

template <typename E>
void copy_row(const E* from, std::int64_t from_step, E* to, std::int64_t to_step,
              std::int64_t elements) {
  if (to_step == 1 && from_step == 1) {
    if constexpr (std::is_trivially_copyable_v<E>) {
      std::memcpy(to, from, static_cast<std::size_t>(elements) * sizeof(E));
    } else {
      std::copy_n(from, elements, to);
    }
  } else if (to_step == 1 && from_step == 0) {
    std::fill_n(to, elements, *from);
  } else {
    for (std::int64_t i = 0; i < elements; ++i) to[i * to_step] = from[i * from_step];
  }
}

// Row by row along the last axis; long rows are cut into pieces, so that few of them can be shared.
template <typename E>
void copy_rows(const E* from, E* to, const StridedCopy& copy, std::int64_t elements) {
  const int last = copy.axes - 1;
  const std::int64_t row = copy.extent[at(last)];
  const std::int64_t pieces = (row + kGrain - 1) / kGrain;
  const std::int64_t rows = elements / row;
  const std::int64_t from_step = copy.from_step[at(last)];
  const std::int64_t to_step = copy.to_step[at(last)];
  const std::int64_t grain = std::max<std::int64_t>(1, kGrain / std::min(row, kGrain));
  parallel_for(rows * pieces, grain, [&](std::int64_t first, std::int64_t end) {
    Odometer place(copy, last, first / pieces);
    std::int64_t piece = first % pieces;
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t begin = row * piece / pieces;
      const std::int64_t count = row * (piece + 1) / pieces - begin;
      copy_row(from + place.from() + begin * from_step, from_step,
               to + place.to() + begin * to_step, to_step, count);
      if (++piece == pieces) {
        piece = 0;
        place.advance();
      }
    }
  });
}

// A matrix to be transposed: `rows` rows of `to`, each of which is a column of `from`.
struct Plane {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t from_step;  // from one column of `to` to the next, in `from`
  std::int64_t to_step;    // from one row of `to` to the next
};

template <typename E>
void transpose_scalar(const E* from, E* to, const Plane& plane) {
  for (std::int64_t c = 0; c < plane.columns; ++c) {
    for (std::int64_t r = 0; r < plane.rows; ++r) {
      to[r * plane.to_step + c] = from[c * plane.from_step + r];
    }
  }
}

// Four rows of four elements of 32 bits, transposed in registers.
void transpose_four(const void* from, std::int64_t from_step, void* to, std::int64_t to_step) {
  using Four = std::uint32_t __attribute__((vector_size(16)));
  const auto* source = static_cast<const char*>(from);
  auto* target = static_cast<char*>(to);
  const auto load = [&](std::int64_t i) {
    Four row;
    std::memcpy(&row, source + i * from_step * 4, sizeof row);
    return row;
  };
  const auto store = [&](std::int64_t i, const Four& row) {
    std::memcpy(target + i * to_step * 4, &row, sizeof row);
  };
  const Four a = load(0);
  const Four b = load(1);
  const Four c = load(2);
  const Four d = load(3);
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Four ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store(0, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
  store(1, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
  store(2, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  store(3, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

template <typename E>
void transpose_block(const E* from, E* to, const Plane& block) {
  if constexpr (sizeof(E) == 4 && std::is_trivially_copyable_v<E>) {
    const std::int64_t rows = block.rows / 4 * 4;
    const std::int64_t columns = block.columns / 4 * 4;
    for (std::int64_t c = 0; c < columns; c += 4) {
      for (std::int64_t r = 0; r < rows; r += 4) {
        transpose_four(from + c * block.from_step + r, block.from_step, to + r * block.to_step + c,
                       block.to_step);
      }
    }
    Plane rest = block;
    rest.columns = block.columns - columns;
    transpose_scalar(from + columns * block.from_step, to + columns, rest);
    rest.rows = block.rows - rows;
    rest.columns = columns;
    transpose_scalar(from + rows, to + rows * block.to_step, rest);
  } else {
    transpose_scalar(from, to, block);
  }
}

// A tile's rows of `from` are two cache lines long, those of `to` one.
template <typename E>
constexpr std::int64_t kTileRows = 128 / std::min<std::int64_t>(sizeof(E), 8);
template <typename E>
constexpr std::int64_t kTileColumns = 64 / std::min<std::int64_t>(sizeof(E), 8);

// From here on what is written would only drive out of the caches what is still to be read.
constexpr std::size_t kStreamedBytes = std::size_t{4} << 20;

// Copies a row, past the caches where it is made of whole lines.
void stream_row(const void* from, void* to, std::size_t bytes) {
#ifdef __SSE2__
  if (reinterpret_cast<std::uintptr_t>(to) % 64 == 0 && bytes % 64 == 0) {
    const auto* source = static_cast<const char*>(from);
    auto* target = static_cast<char*>(to);
    for (std::size_t i = 0; i < bytes; i += 16) {
      __m128i block;
      std::memcpy(&block, source + i, sizeof block);
      _mm_stream_si128(reinterpret_cast<__m128i*>(target + i), block);
    }
    return;
  }
#endif
  std::memcpy(to, from, bytes);
}

// Streamed rows are seen by others only after this.
void finish_streaming() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

// By way of a tile of its own, so that each line of both arrays is touched once, as a whole: where
// the steps are powers of two, few lines of one array can be in the cache at a time.
template <typename E>
void transpose_tile(const E* from, E* to, const Plane& tile, bool is_streamed) {
  if constexpr (std::is_trivially_copyable_v<E>) {
    alignas(64) std::array<E, static_cast<std::size_t>(kTileRows<E> * kTileColumns<E>)> turned;
    transpose_block(from, turned.data(),
                    {tile.rows, tile.columns, tile.from_step, kTileColumns<E>});
    const std::size_t row_bytes = static_cast<std::size_t>(tile.columns) * sizeof(E);
    for (std::int64_t r = 0; r < tile.rows; ++r) {
      const E* row = turned.data() + r * kTileColumns<E>;
      if (is_streamed) {
        stream_row(row, to + r * tile.to_step, row_bytes);
      } else {
        std::memcpy(to + r * tile.to_step, row, row_bytes);
      }
    }
  } else {
    transpose_scalar(from, to, tile);
  }
}

template <typename E>
void prefetch_line(const E* line, std::int64_t elements) {
  constexpr std::int64_t kLine = std::max<std::int64_t>(1, 64 / sizeof(E));
  for (std::int64_t i = 0; i < elements; i += kLine) __builtin_prefetch(line + i);
}

// Tile by tile, in the order that walks along `from`, which is read ahead of its use.
// `across` is the axis that `from` walks in steps of 1; `to` does so along the last one.
template <typename E>
void copy_tiles(const E* from, E* to, const StridedCopy& copy, int across, std::int64_t elements) {
  constexpr std::int64_t kRows = kTileRows<E>;
  constexpr std::int64_t kColumns = kTileColumns<E>;
  const int last = copy.axes - 1;
  const Plane plane{copy.extent[at(across)], copy.extent[at(last)], copy.from_step[at(last)],
                    copy.to_step[at(across)]};
  StridedCopy planes;
  planes.from_first = copy.from_first;
  planes.to_first = copy.to_first;
  for (int axis = 0; axis < last; ++axis) {
    if (axis == across) continue;
    planes.add_axis(copy.extent[at(axis)], copy.from_step[at(axis)], copy.to_step[at(axis)]);
  }
  const bool is_streamed = static_cast<std::size_t>(elements) * sizeof(E) >= kStreamedBytes;
  const std::int64_t strips = (plane.columns + kColumns - 1) / kColumns;
  const std::int64_t count = elements / (plane.rows * plane.columns) * strips;
  const std::int64_t grain = std::max<std::int64_t>(1, kGrain * count / elements);
  parallel_for(count, grain, [&](std::int64_t first, std::int64_t end) {
    Odometer place(planes, planes.axes, first / strips);
    std::int64_t strip = first % strips;
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t column = strip * kColumns;
      Plane tile = plane;
      tile.columns = std::min(kColumns, plane.columns - column);
      for (std::int64_t row = 0; row < plane.rows; row += kRows) {
        tile.rows = std::min(kRows, plane.rows - row);
        if (row + kRows < plane.rows) {
          const E* next = from + place.from() + row + kRows + column * plane.from_step;
          for (std::int64_t c = 0; c < tile.columns; ++c) {
            prefetch_line(next + c * plane.from_step, std::min(kRows, plane.rows - row - kRows));
          }
        }
        transpose_tile(from + place.from() + row + column * plane.from_step,
                       to + place.to() + row * plane.to_step + column, tile, is_streamed);
      }
      if (++strip == strips) {
        strip = 0;
        place.advance();
      }
    }
    if (is_streamed) finish_streaming();
  });
}

// The axis that `from` walks in steps of 1 where that is not the last and `to` walks the last so;
// -1: there is none.
int axis_across(const StridedCopy& copy) {
  const int last = copy.axes - 1;
  if (copy.to_step[at(last)] != 1 || copy.from_step[at(last)] <= 1) return -1;
  for (int axis = last - 1; axis >= 0; --axis) {
    if (copy.from_step[at(axis)] == 1) return axis;
  }
  return -1;
}

template <typename Work>
void with_share(std::int64_t elements, const Work& work) {
  if (elements < 2 * kGrain) {
    work();
  } else {
    const ComputeShare share;
    work();
  }
}

}  // namespace

void strided_copy(KernelContext&, DType dtype, const void* from, void* to, StridedCopy copy) {
  const std::int64_t elements = copy.elements();
  if (elements == 0) return;
  copy = copy.simplified();
  const int across = axis_across(copy);
  with_share(elements, [&] {
    for_element_bytes(dtype, [&]<typename E>(std::type_identity<E>) {
      const E* source = static_cast<const E*>(from);
      E* target = static_cast<E*>(to);
      if (across >= 0) {
        copy_tiles(source, target, copy, across, elements);
      } else {
        copy_rows(source, target, copy, elements);
      }
    });
  });
}

void fill_elements(KernelContext& context, DType dtype, const void* value, void* to,
                   std::int64_t elements) {
  StridedCopy copy;
  copy.add_axis(elements, 0, 1);
  strided_copy(context, dtype, value, to, copy);
}

void clear_elements(KernelContext&, void* to, std::size_t bytes) {
  const auto elements = static_cast<std::int64_t>(bytes);
  if (elements == 0) return;
  with_share(elements, [&] {
    parallel_for(elements, kGrain * 8, [to](std::int64_t first, std::int64_t end) {
      std::memset(static_cast<std::byte*>(to) + first, 0, static_cast<std::size_t>(end - first));
    });
  });
}

}  // namespace graphrun
