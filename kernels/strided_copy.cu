// The GPU module's strided_copy() and its like: strided_copy.h says what they do.
//
// A thread copies one element, so that neighbouring threads write neighbouring elements; rows that
// lie side by side in both arrays are copied 16 bytes at a time, and where the arrays walk
// different axes in steps of 1, as a transpose does, tiles go by way of shared memory, so that both
// are read and written along their lines.

#include <algorithm>

#include "backends/cuda/launch.cuh"
#include "kernels/element_bytes.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// What a kernel is given of a walk; its last axis is the fastest.
struct Walk {
  int axes = 0;
  std::int64_t extent[StridedCopy::kMaxAxes] = {};
  std::int64_t from_step[StridedCopy::kMaxAxes] = {};
  std::int64_t to_step[StridedCopy::kMaxAxes] = {};

  explicit Walk(const StridedCopy& copy) : axes(copy.axes) {
    for (int i = 0; i < axes; ++i) {
      extent[i] = copy.extent[static_cast<std::size_t>(i)];
      from_step[i] = copy.from_step[static_cast<std::size_t>(i)];
      to_step[i] = copy.to_step[static_cast<std::size_t>(i)];
    }
  }
};

struct Place {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

// Of element `i` of the walk. Index: 32 bits where that holds every element.
template <typename Index>
__device__ inline Place place_of(const Walk& walk, Index i) {
  Place place;
  for (int axis = walk.axes - 1; axis >= 0; --axis) {
    const Index next = axis == 0 ? 0 : i / static_cast<Index>(walk.extent[axis]);
    const auto index = static_cast<std::int64_t>(i - next * static_cast<Index>(walk.extent[axis]));
    place.from += index * walk.from_step[axis];
    place.to += index * walk.to_step[axis];
    i = next;
  }
  return place;
}

template <typename E>
__global__ void copy_each(const E* from, E* to, std::int64_t elements, Walk walk) {
  const bool is_small = elements >> 32 == 0;
  if (const std::int64_t i = thread_number(); i < elements) {
    const Place place = is_small ? place_of<std::uint32_t>(walk, static_cast<std::uint32_t>(i))
                                 : place_of<std::int64_t>(walk, i);
    to[place.to] = from[place.from];
  }
}

constexpr int kTile = 32;
constexpr int kTileThreadRows = 8;

// Tiles of the plane of axes `across`, which `from` walks in steps of 1, and the last, which `to`
// does. The walk is that of the other axes; a block takes tile after tile.
struct Plane {
  std::int64_t across = 0;  // extents
  std::int64_t last = 0;
  std::int64_t from_step = 0;  // along the last axis
  std::int64_t to_step = 0;    // along the axis across
  std::int64_t tiles_across = 0;
  std::int64_t tiles_last = 0;
};

template <typename Word>
__global__ void transpose_tiles(const Word* from, Word* to, std::int64_t tiles, Plane plane,
                                Walk others) {
  // One more column, or all rows of a column would lie in one bank of the memory.
  __shared__ Word tile[kTile][kTile + 1];
  for (std::int64_t number = blockIdx.x; number < tiles; number += gridDim.x) {
    const std::int64_t first_across = number % plane.tiles_across * kTile;
    const std::int64_t rest = number / plane.tiles_across;
    const std::int64_t first_last = rest % plane.tiles_last * kTile;
    const Place place = place_of<std::int64_t>(others, rest / plane.tiles_last);
    const Word* source = from + place.from;
    Word* target = to + place.to;
    const int x = static_cast<int>(threadIdx.x) % kTile;
    const int y = static_cast<int>(threadIdx.x) / kTile;
    for (int row = y; row < kTile; row += kTileThreadRows) {
      if (first_across + x < plane.across && first_last + row < plane.last) {
        tile[row][x] = source[first_across + x + (first_last + row) * plane.from_step];
      }
    }
    __syncthreads();
    for (int row = y; row < kTile; row += kTileThreadRows) {
      if (first_across + row < plane.across && first_last + x < plane.last) {
        target[(first_across + row) * plane.to_step + first_last + x] = tile[x][row];
      }
    }
    __syncthreads();  // before the next tile is put there
  }
}

// The axis that `from` walks in steps of 1 where that is not the last and `to` walks the last so,
// and both are long enough for tiles; -1: there is none.
int axis_across(const StridedCopy& copy) {
  const auto last = static_cast<std::size_t>(copy.axes - 1);
  if (copy.to_step[last] != 1 || copy.from_step[last] <= 1 || copy.extent[last] < kTile / 2) {
    return -1;
  }
  for (int axis = copy.axes - 2; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (copy.from_step[i] == 1 && copy.extent[i] >= kTile / 2) return axis;
  }
  return -1;
}

template <typename Word>
void copy_tiles(CudaDevice& device, const Word* from, Word* to, const StridedCopy& copy,
                int across) {
  const auto a = static_cast<std::size_t>(across);
  const auto last = static_cast<std::size_t>(copy.axes - 1);
  Plane plane{.across = copy.extent[a],
              .last = copy.extent[last],
              .from_step = copy.from_step[last],
              .to_step = copy.to_step[a]};
  plane.tiles_across = (plane.across + kTile - 1) / kTile;
  plane.tiles_last = (plane.last + kTile - 1) / kTile;
  StridedCopy others;
  for (int axis = 0; axis < copy.axes - 1; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (axis != across) others.add_axis(copy.extent[i], copy.from_step[i], copy.to_step[i]);
  }
  if (others.axes == 0) others.add_axis(1, 0, 0);
  const std::int64_t tiles = others.elements() * plane.tiles_across * plane.tiles_last;
  launch_blocks(device, std::min<std::int64_t>(tiles, 0x7fffffff), kTile * kTileThreadRows,
                transpose_tiles<Word>, from, to, tiles, plane, Walk(others));
}

// The same walk with `times` elements of it as one, where all rows of it allow that.
bool is_divisible(const StridedCopy& copy, const void* from, const void* to, std::size_t bytes,
                  std::int64_t times) {
  const auto last = static_cast<std::size_t>(copy.axes - 1);
  if (copy.from_step[last] != 1 || copy.to_step[last] != 1) return false;
  if (copy.extent[last] % times != 0) return false;
  const auto whole = static_cast<std::uintptr_t>(times) * bytes;
  const auto first = [&](const void* array, std::int64_t offset) {
    return reinterpret_cast<std::uintptr_t>(array) +
           static_cast<std::uintptr_t>(offset) * bytes;  // wraps around as the pointer would
  };
  if (first(from, copy.from_first) % whole != 0 || first(to, copy.to_first) % whole != 0) {
    return false;
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (copy.from_step[i] % times != 0 || copy.to_step[i] % times != 0) return false;
  }
  return true;
}

StridedCopy divided(StridedCopy copy, std::int64_t times) {
  const auto last = static_cast<std::size_t>(copy.axes - 1);
  copy.extent[last] /= times;
  for (std::size_t i = 0; i < last; ++i) {
    copy.from_step[i] /= times;
    copy.to_step[i] /= times;
  }
  return copy;
}

template <typename Word>
void copy_words(CudaDevice& device, const Word* from, Word* to, const StridedCopy& copy) {
  launch_per_item(device, copy.elements(), copy_each<Word>, from, to, copy.elements(), Walk(copy));
}

}  // namespace

void strided_copy(KernelContext& context, DType dtype, const void* from, void* to,
                  StridedCopy copy) {
  if (copy.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  copy = copy.simplified();
  const std::size_t bytes = bytes_per_element(dtype);
  const auto* source =
      static_cast<const std::byte*>(from) + copy.from_first * static_cast<std::int64_t>(bytes);
  auto* target = static_cast<std::byte*>(to) + copy.to_first * static_cast<std::int64_t>(bytes);
  const bool is_one_row = copy.axes == 1 && copy.from_step[0] == 1 && copy.to_step[0] == 1;
  if (is_one_row) {
    check(cudaMemcpyAsync(target, source, static_cast<std::size_t>(copy.extent[0]) * bytes,
                          cudaMemcpyDeviceToDevice, device.stream()));
    return;
  }
  const auto in_16_bytes = static_cast<std::int64_t>(16 / bytes);
  if (is_divisible(copy, from, to, bytes, in_16_bytes)) {
    copy_words(device, reinterpret_cast<const uint4*>(source), reinterpret_cast<uint4*>(target),
               divided(copy, in_16_bytes));
    return;
  }
  const int across = axis_across(copy);
  for_element_bytes(dtype, [&]<typename E>(std::type_identity<E>) {
    if constexpr (!std::is_same_v<E, std::string>) {
      using Word = decltype(E::word);
      const auto* words = reinterpret_cast<const Word*>(source);
      if (across >= 0) {
        copy_tiles(device, words, reinterpret_cast<Word*>(target), copy, across);
      } else {
        copy_words(device, words, reinterpret_cast<Word*>(target), copy);
      }
    }
  });
}

void fill_elements(KernelContext& context, DType dtype, const void* value, void* to,
                   std::int64_t elements) {
  StridedCopy copy;
  copy.add_axis(elements, 0, 1);
  strided_copy(context, dtype, value, to, copy);
}

void clear_elements(KernelContext& context, void* to, std::size_t bytes) {
  if (bytes == 0) return;
  check(cudaMemsetAsync(to, 0, bytes, cuda_device(context).stream()));
}

}  // namespace graphrun
