#include "runtime/bfc_allocator.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace graphrun {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Every chunk is a multiple of this many bytes, the alignment that CUDA promises for its own.
constexpr std::size_t kGranularityBytes = 256;

// The first region of an allocator that grows. Small, so that a small graph leaves the GPU to
// others; later regions double, so that a large one soon has few of them.
constexpr std::size_t kFirstRegionBytes = 1 * kMiB;

// A chunk is given whole when less than this would be left over, unless what is left over is at
// least as large as what was asked for. Cutting closer makes scraps that nothing fits.
constexpr std::size_t kWorthSplittingBytes = 128 * kMiB;

// When a region is refused, the next one tried has this part of its size. A float, as
// TensorFlow's is: the sizes that follow are the same to the byte.
constexpr float kStepBack = 0.9F;

constexpr std::size_t kFewestRecords = 64;

// The heap order of the tree: as good as random, and the same in every run. Murmur3's last step; it
// maps no two ids to one number.
std::uint32_t priority(std::uint32_t id) {
  id = (id ^ (id >> 16)) * 0x85ebca6bU;
  id = (id ^ (id >> 13)) * 0xc2b2ae35U;
  return id ^ (id >> 16);
}

}  // namespace

BfcAllocator::BfcAllocator(Options options, RegionSource& source)
    : options_(std::move(options)), source_(source) {
  assert(options_.limit_bytes <= SIZE_MAX / 2);
  next_region_bytes_ =
      bfc_rounded(options_.allow_growth ? std::min(options_.limit_bytes, kFirstRegionBytes)
                                        : options_.limit_bytes);
  statistics_.limit_bytes = options_.limit_bytes;
}

BfcAllocator::~BfcAllocator() {
  for (const Region& region : regions_) source_.give_back(region.address, region.bytes);
}

void* BfcAllocator::allocate(std::size_t bytes) {
  if (bytes == 0 || bytes > options_.limit_bytes) return nullptr;
  const std::size_t rounded = bfc_rounded(bytes);

  const std::lock_guard lock(mutex_);
  reserve_records();
  ChunkId id = best_free(rounded);
  if (id == kNone) {
    if (!extend(rounded) && !(give_back_free_regions(rounded) && extend(rounded))) return nullptr;
    id = best_free(rounded);
  }
  remove_free(id);
  const std::size_t left_over = chunks_[id].bytes - rounded;
  if (left_over >= rounded || left_over >= kWorthSplittingBytes) split(id, rounded);

  Chunk& chunk = chunks_[id];
  chunk.requested_bytes = bytes;
  insert_in_use(id);
  ++statistics_.allocations;
  statistics_.in_use_bytes += chunk.bytes;
  statistics_.peak_in_use_bytes = std::max(statistics_.peak_in_use_bytes, statistics_.in_use_bytes);
  statistics_.largest_bytes = std::max(statistics_.largest_bytes, chunk.bytes);
  return chunk.address;
}

void BfcAllocator::deallocate(void* memory) noexcept {
  if (!memory) return;
  const std::lock_guard lock(mutex_);
  ChunkId id = remove_in_use(memory);
  assert(id != kNone);
  if (id == kNone) return;
  statistics_.in_use_bytes -= chunks_[id].bytes;

  const auto is_free = [this](ChunkId chunk) { return chunk != kNone && !chunks_[chunk].in_use; };
  if (const ChunkId next = chunks_[id].next; is_free(next)) {
    remove_free(next);
    join_with_next(id);
  }
  if (const ChunkId previous = chunks_[id].previous; is_free(previous)) {
    remove_free(previous);
    join_with_next(previous);
    id = previous;
  }
  insert_free(id);
}

BfcStatistics BfcAllocator::statistics() const {
  const std::lock_guard lock(mutex_);
  BfcStatistics statistics = statistics_;
  statistics.largest_free_bytes = largest_free();
  return statistics;
}

BfcSnapshot BfcAllocator::snapshot() const {
  const std::lock_guard lock(mutex_);
  BfcSnapshot snapshot{.allocator = options_.name,
                       .statistics = statistics_,
                       .next_region_bytes = next_region_bytes_};
  snapshot.statistics.largest_free_bytes = largest_free();
  for (const Region& region : regions_) {
    BfcSnapshot::Region& shown = snapshot.regions.emplace_back();
    shown.address = reinterpret_cast<std::uintptr_t>(region.address);
    shown.bytes = region.bytes;
    for (ChunkId id = region.first; id != kNone; id = chunks_[id].next) {
      const Chunk& chunk = chunks_[id];
      shown.chunks.push_back({.id = id,
                              .address = reinterpret_cast<std::uintptr_t>(chunk.address),
                              .bytes = chunk.bytes,
                              .requested_bytes = chunk.requested_bytes,
                              .in_use = chunk.in_use});
    }
  }
  return snapshot;
}

// Records. One call of allocate() makes two at most: of a new region, and of what is split off.

void BfcAllocator::reserve_records() {
  if (chunks_.capacity() - chunks_.size() >= 2) return;
  const std::size_t records = std::max(kFewestRecords, 2 * chunks_.size());
  std::vector<ChunkId> buckets(std::bit_ceil(records), kNone);
  chunks_.reserve(records);
  buckets_.swap(buckets);
  for (ChunkId id = 0; id < chunks_.size(); ++id) {
    if (chunks_[id].in_use) insert_in_use(id);
  }
}

BfcAllocator::ChunkId BfcAllocator::make_record(const Chunk& chunk) {
  if (spare_ == kNone) {
    chunks_.push_back(chunk);
    return static_cast<ChunkId>(chunks_.size() - 1);
  }
  const ChunkId id = spare_;
  spare_ = chunks_[id].link;
  chunks_[id] = chunk;
  return id;
}

void BfcAllocator::drop_record(ChunkId id) {
  chunks_[id] = Chunk{.link = spare_};
  spare_ = id;
}

// Regions.

bool BfcAllocator::extend(std::size_t rounded) {
  const std::size_t available =
      (options_.limit_bytes - statistics_.reserved_bytes) / kGranularityBytes * kGranularityBytes;
  if (rounded > available) return false;

  const bool is_forced = rounded > next_region_bytes_;
  while (rounded > next_region_bytes_) next_region_bytes_ *= 2;
  std::size_t bytes = std::min(next_region_bytes_, available);

  regions_.reserve(regions_.size() + 1);
  auto* const address = static_cast<std::byte*>(take_region(bytes, rounded));
  if (!address) return false;
  assert(reinterpret_cast<std::uintptr_t>(address) % kGranularityBytes == 0);

  // Above the limit doubling has no effect any more, and might in time overflow.
  if (!is_forced && next_region_bytes_ <= options_.limit_bytes) next_region_bytes_ *= 2;
  statistics_.reserved_bytes += bytes;
  const ChunkId first = make_record({.address = address, .bytes = bytes});
  const auto place = std::ranges::upper_bound(regions_, address, {}, &Region::address);
  regions_.insert(place, {.address = address, .bytes = bytes, .first = first});
  insert_free(first);
  return true;
}

// Tries smaller regions, down to `least` bytes, when the source refuses; `bytes` becomes the size
// of what it gave. TensorFlow does so once in an allocator's life. Here one that holds no region
// may do so again, or else a single refusal could leave it without memory for good.
void* BfcAllocator::take_region(std::size_t& bytes, std::size_t least) {
  void* region = source_.take(bytes);
  if (region || (has_stepped_back_ && !regions_.empty())) return region;
  has_stepped_back_ = true;
  while (!region) {
    const auto smaller = static_cast<std::size_t>(static_cast<float>(bytes) * kStepBack);
    // Rounded up, a small size would stay what it is for ever.
    bytes = std::min(bfc_rounded(smaller), bytes - kGranularityBytes);
    if (bytes < least) return nullptr;
    region = source_.take(bytes);
  }
  return region;
}

bool BfcAllocator::is_free(const Region& region) const {
  return !chunks_[region.first].in_use && chunks_[region.first].bytes == region.bytes;
}

bool BfcAllocator::give_back_free_regions(std::size_t rounded) {
  std::size_t free_bytes = 0;
  for (const Region& region : regions_) {
    if (is_free(region)) free_bytes += region.bytes;
  }
  const std::size_t never_taken = options_.limit_bytes - statistics_.reserved_bytes;
  if (free_bytes == 0 || rounded > never_taken + free_bytes) return false;

  std::erase_if(regions_, [this](const Region& region) {
    if (!is_free(region)) return false;
    remove_free(region.first);
    drop_record(region.first);
    source_.give_back(region.address, region.bytes);
    return true;
  });
  statistics_.reserved_bytes -= free_bytes;
  return true;
}

// Neighbours.

// Makes what follows the first `bytes` of a chunk a free chunk of its own.
void BfcAllocator::split(ChunkId id, std::size_t bytes) {
  const Chunk& whole = chunks_[id];
  const ChunkId rest = make_record({.address = whole.address + bytes,
                                    .bytes = whole.bytes - bytes,
                                    .previous = id,
                                    .next = whole.next});
  if (chunks_[rest].next != kNone) chunks_[chunks_[rest].next].previous = rest;
  chunks_[id].next = rest;
  chunks_[id].bytes = bytes;
  insert_free(rest);
}

void BfcAllocator::join_with_next(ChunkId id) {
  Chunk& chunk = chunks_[id];
  const ChunkId gone = chunk.next;
  chunk.bytes += chunks_[gone].bytes;
  chunk.next = chunks_[gone].next;
  if (chunk.next != kNone) chunks_[chunk.next].previous = id;
  drop_record(gone);
}

// Free chunks: a treap, whose links are in the chunks. TensorFlow looks through 21 bins of sizes,
// each in the order of size and address; one tree in that order finds the same chunk.

bool BfcAllocator::tree_order(ChunkId a, ChunkId b) const {
  const Chunk& x = chunks_[a];
  const Chunk& y = chunks_[b];
  return x.bytes != y.bytes ? x.bytes < y.bytes : x.address < y.address;
}

BfcAllocator::ChunkId BfcAllocator::best_free(std::size_t bytes) const {
  ChunkId best = kNone;
  for (ChunkId id = root_; id != kNone;) {
    const Chunk& chunk = chunks_[id];
    const bool fits = chunk.bytes >= bytes;
    if (fits) best = id;
    id = fits ? chunk.left : chunk.right;
  }
  return best;
}

std::size_t BfcAllocator::largest_free() const {
  std::size_t largest = 0;
  for (ChunkId id = root_; id != kNone; id = chunks_[id].right) largest = chunks_[id].bytes;
  return largest;
}

void BfcAllocator::insert_free(ChunkId id) {
  ChunkId* place = &root_;
  while (*place != kNone && priority(*place) > priority(id)) {
    Chunk& parent = chunks_[*place];
    place = tree_order(*place, id) ? &parent.right : &parent.left;
  }
  // What was there is parted into what comes before `id` and what comes after.
  ChunkId tree = std::exchange(*place, id);
  ChunkId* before = &chunks_[id].left;
  ChunkId* after = &chunks_[id].right;
  while (tree != kNone) {
    if (tree_order(tree, id)) {
      *before = tree;
      before = &chunks_[tree].right;
      tree = *before;
    } else {
      *after = tree;
      after = &chunks_[tree].left;
      tree = *after;
    }
  }
  *before = *after = kNone;
}

void BfcAllocator::remove_free(ChunkId id) {
  ChunkId* place = &root_;
  while (*place != id) {
    assert(*place != kNone);
    Chunk& parent = chunks_[*place];
    place = tree_order(*place, id) ? &parent.right : &parent.left;
  }
  // Its place goes to its two sides, made one.
  ChunkId left = std::exchange(chunks_[id].left, kNone);
  ChunkId right = std::exchange(chunks_[id].right, kNone);
  while (left != kNone && right != kNone) {
    if (priority(left) > priority(right)) {
      *place = left;
      place = &chunks_[left].right;
      left = *place;
    } else {
      *place = right;
      place = &chunks_[right].left;
      right = *place;
    }
  }
  *place = left != kNone ? left : right;
}

// Chunks in use: a hash table whose links are in the chunks.

BfcAllocator::ChunkId& BfcAllocator::bucket(const void* address) {
  const std::uint64_t number = reinterpret_cast<std::uintptr_t>(address) / kGranularityBytes;
  const std::uint64_t spread = number * 0x9e3779b97f4a7c15U;  // 2^64 by the golden ratio
  return buckets_[(spread >> 32) & (buckets_.size() - 1)];
}

void BfcAllocator::insert_in_use(ChunkId id) {
  Chunk& chunk = chunks_[id];
  ChunkId& first = bucket(chunk.address);
  chunk.in_use = true;
  chunk.link = std::exchange(first, id);
}

// kNone: no chunk in use begins there.
BfcAllocator::ChunkId BfcAllocator::remove_in_use(const void* address) {
  if (buckets_.empty()) return kNone;
  ChunkId* place = &bucket(address);
  while (*place != kNone && chunks_[*place].address != address) place = &chunks_[*place].link;
  const ChunkId id = *place;
  if (id == kNone) return kNone;
  *place = std::exchange(chunks_[id].link, kNone);
  chunks_[id].in_use = false;
  return id;
}

}  // namespace graphrun
