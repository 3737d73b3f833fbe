// Pieces of one GPU's memory: TensorFlow 1.15's best-fit allocator with coalescing
// (common_runtime/bfc_allocator.cc), figure for figure.
//
// Memory is taken from its source in large regions, and a region is cut into chunks. A request gets
// the smallest free chunk that is large enough, the lowest in memory among equals; a chunk that is
// freed is joined with its free neighbours. Regions are never joined, so with growth much may be
// free and no piece of it large enough.
//
// A piece may be given out again while the kernel that used it last is still queued: whoever gets
// it is queued behind that kernel, on the same device.
//
// Invariants:
//   1. The chunks of a region cover it, in order, without gap or overlap. Their addresses and sizes
//      are multiples of 256 bytes.
//   2. Two neighbours in a region are never both free: they would have been joined.
//   3. The tree holds exactly the free chunks, the buckets exactly those in use.
//   4. The regions together are never larger than the limit.
//   5. deallocate() needs no memory of the host: records are made ahead, in allocate().

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace graphrun {

// Where an allocator takes its regions from: the driver of a GPU, or the host for one that is
// simulated. It is called by one thread at a time.
class RegionSource {
 public:
  virtual ~RegionSource() = default;

  // `bytes` is a multiple of 256, and so must the address be. nullptr: refused.
  virtual void* take(std::size_t bytes) = 0;

  // Takes back what take(bytes) gave. Kernels that use it may still be queued: a source whose
  // device has a queue waits for them.
  virtual void give_back(void* region, std::size_t bytes) noexcept = 0;
};

struct BfcStatistics {
  std::size_t limit_bytes = 0;
  std::size_t reserved_bytes = 0;     // in regions
  std::size_t in_use_bytes = 0;       // whole chunks, with what their users did not ask for
  std::size_t peak_in_use_bytes = 0;  // the most there ever were
  std::size_t largest_bytes = 0;      // the largest chunk ever given out
  std::size_t largest_free_bytes = 0;
  std::int64_t allocations = 0;  // that succeeded

  friend bool operator==(const BfcStatistics&, const BfcStatistics&) = default;
};

// What an allocator looked like at one moment. Plain values: nothing of it is memory to use.
struct BfcSnapshot {
  struct Chunk {
    std::size_t id = 0;  // unique among the chunks of all regions
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    std::size_t requested_bytes = 0;  // of a free chunk: by its last user; 0: had none
    bool in_use = false;
  };
  struct Region {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    std::vector<Chunk> chunks;  // by address
  };

  std::string allocator;
  BfcStatistics statistics;
  std::size_t next_region_bytes = 0;
  std::vector<Region> regions;  // by address
};

// The size of the chunk that is looked for: `bytes` rounded up to 256.
constexpr std::size_t bfc_rounded(std::size_t bytes) { return (bytes + 255) & ~std::size_t{255}; }

// Any thread may call any function at any time.
class BfcAllocator {
 public:
  struct Options {
    std::string name;             // "GPU_0_bfc"
    std::size_t limit_bytes = 0;  // less than 2^63
    bool allow_growth = false;    // false: the first region is the whole limit
  };

  // REQUIRES: `source` outlives the allocator.
  BfcAllocator(Options options, RegionSource& source);
  // What was not deallocated goes back to the source too.
  ~BfcAllocator();
  BfcAllocator(const BfcAllocator&) = delete;
  BfcAllocator& operator=(const BfcAllocator&) = delete;

  // Aligned to 256 bytes. nullptr: out of memory, or `bytes` is 0. It does not wait for others to
  // free theirs. Before it gives up it gives back the regions that are wholly free, where together
  // with what was never taken they could make a region that is large enough.
  void* allocate(std::size_t bytes);

  // REQUIRES: `memory` is nullptr, or from allocate() and not yet deallocated.
  void deallocate(void* memory) noexcept;

  const std::string& name() const { return options_.name; }
  BfcStatistics statistics() const;
  BfcSnapshot snapshot() const;

 private:
  using ChunkId = std::uint32_t;  // an index into chunks_
  static constexpr ChunkId kNone = ~ChunkId{0};

  struct Chunk {
    std::byte* address = nullptr;
    std::size_t bytes = 0;
    std::size_t requested_bytes = 0;
    ChunkId previous = kNone;  // neighbours in the region
    ChunkId next = kNone;
    ChunkId left = kNone;  // children in the tree, while free
    ChunkId right = kNone;
    ChunkId link = kNone;  // the next one of its bucket, while in use; or the next spare record
    bool in_use = false;
  };

  struct Region {
    std::byte* address = nullptr;
    std::size_t bytes = 0;
    ChunkId first = kNone;  // never changes: a chunk is joined to the one before it
  };

  void reserve_records();
  ChunkId make_record(const Chunk& chunk);
  void drop_record(ChunkId id);

  bool extend(std::size_t rounded);
  void* take_region(std::size_t& bytes, std::size_t least);
  bool give_back_free_regions(std::size_t rounded);
  bool is_free(const Region& region) const;

  void split(ChunkId id, std::size_t bytes);
  void join_with_next(ChunkId id);

  bool tree_order(ChunkId a, ChunkId b) const;
  ChunkId best_free(std::size_t bytes) const;
  std::size_t largest_free() const;
  void insert_free(ChunkId id);
  void remove_free(ChunkId id);

  ChunkId& bucket(const void* address);
  void insert_in_use(ChunkId id);
  ChunkId remove_in_use(const void* address);

  const Options options_;
  RegionSource& source_;

  mutable std::mutex mutex_;     // guards all below
  std::vector<Region> regions_;  // by address
  std::size_t next_region_bytes_ = 0;
  bool has_stepped_back_ = false;

  std::vector<Chunk> chunks_;  // records; those not in a region are spare
  ChunkId spare_ = kNone;
  ChunkId root_ = kNone;          // of the tree of free chunks, by size, then address
  std::vector<ChunkId> buckets_;  // chunks in use, by address; a power of two
  BfcStatistics statistics_;      // but for largest_free_bytes, which the tree knows
};

}  // namespace graphrun
