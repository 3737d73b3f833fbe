// Sum, Mean, Prod, Max, Min, All, Any, L2Loss and Trace on GPUs. What they compute is said in the
// ops' own files.
//
// Where the innermost run of axes is reduced, a warp or a block combines the elements of a result;
// where it is kept, neighbouring threads work on neighbouring results. Where there are few results,
// each is divided into pieces, whose totals a second launch combines. How the elements are divided
// depends on the shape alone.
//
// A reducer of elements T says how they become one:
//
//   using Lane;   // what elements are read as and combined in, by one thread
//   using Total;  // what the results of so many elements are combined in
//   static Lane load(T x);  static Lane identity();
//   static A combine(A a, A b);  // for Lane and for Total; in any order
//   static T finish(Total total, std::int64_t count);

#include <algorithm>

#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_combine.cuh"
#include "kernels/cuda_types.h"
#include "kernels/index_values.h"
#include "kernels/reduction.h"

namespace graphrun {
namespace {

// A thread combines no more elements than this before it goes on to a total, so that a float sum of
// any length is off by little more than its last place.
constexpr std::int64_t kLaneElements = 64;

// Sums of floats are added up as doubles.
template <typename Lane>
using CudaTotal = std::conditional_t<std::is_same_v<Lane, float>, double, Lane>;

template <typename T>
using SumLane = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Operand<T>>;

template <typename T>
struct SumOf {
  using Lane = SumLane<T>;
  using Total = CudaTotal<Lane>;
  __device__ static Lane load(T x) { return static_cast<Lane>(widened(x)); }
  __device__ static Lane identity() { return 0; }
  template <typename A>
  __device__ static A combine(A a, A b) {
    return a + b;
  }
  __device__ static T finish(Total total, std::int64_t) { return narrowed<T>(total); }
};

template <typename T>
struct MeanOf : SumOf<T> {
  using Total = typename SumOf<T>::Total;
  __device__ static T finish(Total total, std::int64_t count) {
    if constexpr (std::is_integral_v<T>) {
      if (count == 0) return 0;
      using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
      return static_cast<T>(static_cast<Wide>(total) / static_cast<Wide>(count));
    } else {
      return narrowed<T>(total / static_cast<Total>(count));  // NaN of none
    }
  }
};

template <typename T>
struct HalfSumOfSquares : SumOf<T> {
  using Lane = typename SumOf<T>::Lane;
  using Total = typename SumOf<T>::Total;
  __device__ static Lane load(T x) { return widened(x) * widened(x); }
  __device__ static T finish(Total total, std::int64_t) { return narrowed<T>(total / 2); }
};

template <typename T>
struct ProductOf {
  using Lane = SumLane<T>;
  using Total = Lane;
  __device__ static Lane load(T x) { return static_cast<Lane>(widened(x)); }
  __device__ static Lane identity() { return 1; }
  __device__ static Lane combine(Lane a, Lane b) { return a * b; }
  __device__ static T finish(Total total, std::int64_t) { return narrowed<T>(total); }
};

// The largest and the smallest are NaN where one of the elements is.
template <typename T>
struct LargestOf {
  using Lane = Operand<T>;
  using Total = Lane;
  __device__ static Lane load(T x) { return widened(x); }
  __device__ static Lane identity() {
    using Limits = std::numeric_limits<Lane>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  __device__ static Lane combine(Lane a, Lane b) { return b > a || b != b ? b : a; }
  __device__ static T finish(Total total, std::int64_t) { return narrowed<T>(total); }
};

template <typename T>
struct SmallestOf {
  using Lane = Operand<T>;
  using Total = Lane;
  __device__ static Lane load(T x) { return widened(x); }
  __device__ static Lane identity() {
    using Limits = std::numeric_limits<Lane>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
  __device__ static Lane combine(Lane a, Lane b) { return b < a || b != b ? b : a; }
  __device__ static T finish(Total total, std::int64_t) { return narrowed<T>(total); }
};

// Truths are bytes of 0 and 1; a warp exchanges words.
template <typename T>
struct AllOf {
  using Lane = std::uint32_t;
  using Total = Lane;
  __device__ static Lane load(T x) { return x; }
  __device__ static Lane identity() { return 1; }
  __device__ static Lane combine(Lane a, Lane b) { return a & b; }
  __device__ static T finish(Total total, std::int64_t) { return static_cast<T>(total); }
};

template <typename T>
struct AnyOf : AllOf<T> {
  using Lane = std::uint32_t;
  __device__ static Lane identity() { return 0; }
  __device__ static Lane combine(Lane a, Lane b) { return a | b; }
};

template <typename Reducer>
struct Combine {
  template <typename A>
  __device__ A operator()(A a, A b) const {
    return Reducer::combine(a, b);
  }
};

// Runs of axes, as ReductionWalk has them.
struct Axes {
  int count = 0;
  std::int64_t extent[Shape::kMaxRank] = {};
  std::int64_t step[Shape::kMaxRank] = {};

  explicit Axes(const ReductionWalk::Axes& axes) : count(static_cast<int>(axes.count)) {
    for (int i = 0; i < count; ++i) {
      extent[i] = axes.axes[static_cast<std::size_t>(i)].extent;
      step[i] = axes.axes[static_cast<std::size_t>(i)].step;
    }
  }
};

// Of the i-th combination of indices.
__device__ inline std::int64_t offset_of(const Axes& axes, std::int64_t i) {
  std::int64_t offset = 0;
  for (int axis = axes.count - 1; axis > 0; --axis) {
    const std::int64_t next = i / axes.extent[axis];
    offset += (i - next * axes.extent[axis]) * axes.step[axis];
    i = next;
  }
  return axes.count == 0 ? 0 : offset + i * axes.step[0];
}

// What a launch is about: the elements of each result that a piece takes.
struct Division {
  std::int64_t results = 0;
  std::int64_t elements = 0;  // of a result
  std::int64_t pieces = 1;    // of a result
  std::int64_t piece = 0;     // elements of one
};

// The elements [first, end) of a result by the threads of a group, each taking every `threads`-th;
// element(i) reads one.
template <typename Reducer, typename Element>
__device__ inline typename Reducer::Total total_of(std::int64_t first, std::int64_t end, int thread,
                                                   int threads, const Element& element) {
  using Total = typename Reducer::Total;
  auto total = static_cast<Total>(Reducer::identity());
  std::int64_t i = first + thread;
  while (i < end) {
    auto lane = Reducer::identity();
    for (std::int64_t n = 0; n < kLaneElements && i < end; ++n, i += threads) {
      lane = Reducer::combine(lane, Reducer::load(element(i)));
    }
    total = Reducer::combine(total, static_cast<Total>(lane));
  }
  return total;
}

// The innermost run is reduced. A group of threads, a warp or a block, makes the total of a piece,
// and where it is the result's only one, the result.
template <typename Reducer, typename T, bool kByBlock>
__global__ void reduce_rows(const T* x, T* out, typename Reducer::Total* totals, Division division,
                            std::int64_t innermost, Axes kept, Axes reduced) {
  using Total = typename Reducer::Total;
  constexpr int kThreads = kByBlock ? kThreadsPerBlock : kWarp;
  const std::int64_t groups = thread_count() / kThreads;
  for (std::int64_t item = thread_number() / kThreads; item < division.results * division.pieces;
       item += groups) {
    const std::int64_t result = item / division.pieces;
    const std::int64_t first = item % division.pieces * division.piece;
    const std::int64_t end = min(first + division.piece, division.elements);
    const T* const from = x + offset_of(kept, result);
    const int thread = static_cast<int>(threadIdx.x) % kThreads;
    Total total{};
    if (reduced.count == 0) {
      total = total_of<Reducer>(first, end, thread, kThreads,
                                [from](std::int64_t i) { return from[i]; });
    } else {
      total = total_of<Reducer>(first, end, thread, kThreads, [&](std::int64_t i) {
        const std::int64_t row = i / innermost;
        return from[offset_of(reduced, row) + i - row * innermost];
      });
    }
    if constexpr (kByBlock) {
      total = block_combined(total, static_cast<Total>(Reducer::identity()), Combine<Reducer>{});
    } else {
      total = warp_combined(total, Combine<Reducer>{});
    }
    if (thread != 0) continue;
    if (division.pieces == 1) {
      out[result] = Reducer::finish(total, division.elements);
    } else {
      totals[item] = total;
    }
  }
}

constexpr int kColumnRows = kThreadsPerBlock / kWarp;

// The innermost run is kept: a block makes 32 neighbouring results of a piece, its warps taking
// rows in turn.
template <typename Reducer, typename T>
__global__ void reduce_columns(const T* x, T* out, typename Reducer::Total* totals,
                               Division division, std::int64_t innermost, Axes kept, Axes reduced) {
  using Total = typename Reducer::Total;
  __shared__ Total of_rows[kColumnRows][kWarp];
  const std::int64_t tiles = (innermost + kWarp - 1) / kWarp;
  const std::int64_t outer = division.results / innermost;
  const auto lane = static_cast<int>(threadIdx.x) % kWarp;
  const auto row = static_cast<int>(threadIdx.x) / kWarp;
  for (std::int64_t item = blockIdx.x; item < outer * tiles * division.pieces; item += gridDim.x) {
    const std::int64_t piece = item % division.pieces;
    const std::int64_t tile = item / division.pieces;
    const std::int64_t o = tile / tiles;
    const std::int64_t column = tile % tiles * kWarp + lane;
    const std::int64_t first = piece * division.piece;
    const std::int64_t end = min(first + division.piece, division.elements);
    auto total = static_cast<Total>(Reducer::identity());
    if (column < innermost) {
      const T* const from = x + offset_of(kept, o) + column;
      total = total_of<Reducer>(first, end, row, kColumnRows,
                                [&](std::int64_t i) { return from[offset_of(reduced, i)]; });
    }
    of_rows[row][lane] = total;
    __syncthreads();
    if (row == 0 && column < innermost) {
      for (int r = 1; r < kColumnRows; ++r) total = Reducer::combine(total, of_rows[r][lane]);
      const std::int64_t result = o * innermost + column;
      if (division.pieces == 1) {
        out[result] = Reducer::finish(total, division.elements);
      } else {
        totals[result * division.pieces + piece] = total;
      }
    }
    __syncthreads();  // before the next item's totals are put there
  }
}

// A warp a result.
template <typename Reducer, typename T>
__global__ void combine_pieces(const typename Reducer::Total* totals, T* out, Division division) {
  using Total = typename Reducer::Total;
  const std::int64_t warps = thread_count() / kWarp;
  const auto lane = static_cast<int>(threadIdx.x) % kWarp;
  for (std::int64_t result = thread_number() / kWarp; result < division.results; result += warps) {
    auto total = static_cast<Total>(Reducer::identity());
    for (std::int64_t piece = lane; piece < division.pieces; piece += kWarp) {
      total = Reducer::combine(total, totals[result * division.pieces + piece]);
    }
    total = warp_combined(total, Combine<Reducer>{});
    if (lane == 0) out[result] = Reducer::finish(total, division.elements);
  }
}

// Blocks beyond this many run after others on every GPU there is: more pieces would gain nothing.
constexpr std::int64_t kEnoughBlocks = 2048;

std::int64_t divided_up(std::int64_t elements, std::int64_t by) { return (elements + by - 1) / by; }

// Into pieces of at least `least` elements where there are too few results to keep a GPU busy.
void divide(Division& division, std::int64_t blocks, std::int64_t least) {
  division.piece = division.elements;
  if (blocks >= kEnoughBlocks / 2 || division.elements < 2 * least) return;
  const std::int64_t pieces =
      std::min(kEnoughBlocks / std::max<std::int64_t>(blocks, 1), division.elements / least);
  division.piece = divided_up(division.elements, pieces);
  division.pieces = divided_up(division.elements, division.piece);
}

template <typename Reducer, typename T>
void reduce(KernelContext& context, const T* x, T* out, std::int64_t results,
            const ReductionWalk& walk) {
  using Total = typename Reducer::Total;
  CudaDevice& device = cuda_device(context);
  Division division{.results = results, .elements = walk.elements_a_result()};
  constexpr std::int64_t kShortRow = 1024;  // for which a warp is enough
  const bool by_block = division.elements > kShortRow;
  std::int64_t blocks = 0;
  if (walk.innermost_is_reduced) {
    blocks = by_block ? results : divided_up(results, kWarpsPerBlock);
    if (by_block) {
      divide(division, blocks, 4 * kThreadsPerBlock);
    } else {
      division.piece = division.elements;
    }
  } else {
    blocks = results / walk.innermost * divided_up(walk.innermost, kWarp);
    divide(division, blocks, 8 * kColumnRows);
  }
  Tensor scratch;  // given back when the work is queued: what gets it next is queued behind
  Total* totals = nullptr;
  if (division.pieces > 1) {
    scratch = context.allocate_kept(
        0, DType::uint8,
        Shape{results * division.pieces * static_cast<std::int64_t>(sizeof(Total))});
    totals = static_cast<Total*>(scratch.data());
  }
  const std::int64_t grid = std::min<std::int64_t>(blocks * division.pieces, 0x7fffffff);
  const Axes kept(walk.kept);
  const Axes reduced(walk.reduced);
  const auto launch = [&](auto kernel) {
    launch_blocks(device, grid, kThreadsPerBlock, kernel, x, out, totals, division, walk.innermost,
                  kept, reduced);
  };
  if (!walk.innermost_is_reduced) {
    launch(reduce_columns<Reducer, T>);
  } else if (by_block) {
    launch(reduce_rows<Reducer, T, true>);
  } else {
    launch(reduce_rows<Reducer, T, false>);
  }
  if (division.pieces > 1) {
    launch_per_item(device, results * kWarp, combine_pieces<Reducer, T>,
                    static_cast<const Total*>(totals), out, division);
  }
}

template <template <typename> typename Reducer, typename Types>
void reduce_input(KernelContext& context, const ReductionWalk& walk, DType dtype) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  Types::visit(dtype, [&]<typename T>(std::type_identity<T>) {
    reduce<Reducer<T>>(context, static_cast<const T*>(input.data()), static_cast<T*>(output.data()),
                       output.elements(), walk);
  });
}

template <template <typename> typename Reducer, typename Types>
void reduce_along_axes(KernelContext& context) {
  const ReductionWalk walk = reduction_walk(context);
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (walk.elements_a_result() == 1) {  // nothing is combined: -0 stays what it is
    if (output.bytes() == 0) return;
    check(cudaMemcpyAsync(output.data(), input.data(), output.bytes(), cudaMemcpyDeviceToDevice,
                          cuda_device(context).stream()));
    return;
  }
  reduce_input<Reducer, Types>(context, walk, input.dtype());
}

// A thread a matrix adds up its diagonal.
template <typename T>
__global__ void trace(const T* x, T* out, std::int64_t matrices, std::int64_t rows,
                      std::int64_t columns) {
  if (const std::int64_t m = thread_number(); m < matrices) {
    const T* const matrix = x + m * rows * columns;
    CudaTotal<Operand<T>> sum = 0;
    for (std::int64_t i = 0; i < min(rows, columns); ++i) sum += widened(matrix[i * columns + i]);
    out[m] = narrowed<T>(sum);
  }
}

}  // namespace

void sum_cuda(KernelContext& context) { reduce_along_axes<SumOf, CudaFloatsAndInt64>(context); }
void mean_cuda(KernelContext& context) { reduce_along_axes<MeanOf, CudaFloats>(context); }
void prod_cuda(KernelContext& context) {
  reduce_along_axes<ProductOf, CudaFloatsAndInt32>(context);
}
void max_cuda(KernelContext& context) { reduce_along_axes<LargestOf, CudaFloatsAndInt64>(context); }
void min_cuda(KernelContext& context) { reduce_along_axes<SmallestOf, CudaFloats>(context); }

void all_cuda(KernelContext& context) {
  reduce_input<AllOf, TypeList<bool>>(context, reduction_walk(context), DType::boolean);
}
void any_cuda(KernelContext& context) {
  reduce_input<AnyOf, TypeList<bool>>(context, reduction_walk(context), DType::boolean);
}

void l2_loss_cuda(KernelContext& context) {
  const Tensor& input = context.input(0);
  reduce_input<HalfSumOfSquares, CudaFloats>(context, walk_of_all(input.elements()), input.dtype());
}

void trace_cuda(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Shape& shape = x.shape();
  planned_now([&] { expect_rank_at_least(shape, 2); });
  const Tensor& output = context.output();
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(x.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, output.elements(), trace<T>, static_cast<const T*>(x.data()),
                    static_cast<T*>(output.data()), output.elements(), shape[shape.rank() - 2],
                    shape[shape.rank() - 1]);
  });
}

}  // namespace graphrun
