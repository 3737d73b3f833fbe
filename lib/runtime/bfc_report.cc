#include "runtime/bfc_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/human_bytes.h"

namespace graphrun {
namespace {

using Chunk = BfcSnapshot::Chunk;
using Region = BfcSnapshot::Region;

constexpr std::size_t kBins = 21;
constexpr std::size_t kNoChunk = SIZE_MAX;  // printed as the neighbour of the last one
constexpr std::size_t kMapCharacters = 100;
constexpr std::size_t kHoldersShown = 5;

// Bin i has the chunks from 256 * 2^i bytes on; the last one, all that are larger too.
constexpr std::size_t bin_bytes(std::size_t bin) { return std::size_t{256} << bin; }

std::size_t bin_of(std::size_t bytes) {
  const std::size_t units = std::max<std::size_t>(bytes, 256) / 256;
  return std::min<std::size_t>(std::bit_width(units) - 1, kBins - 1);
}

template <typename... Args>
void add(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

void add_bins(std::string& text, const BfcSnapshot& snapshot) {
  struct Bin {
    std::size_t chunks = 0;
    std::size_t chunks_in_use = 0;
    std::size_t bytes = 0;
    std::size_t bytes_in_use = 0;
    std::size_t requested_bytes = 0;
  };
  std::array<Bin, kBins> bins;
  for (const Region& region : snapshot.regions) {
    for (const Chunk& chunk : region.chunks) {
      Bin& bin = bins[bin_of(chunk.bytes)];
      ++bin.chunks;
      bin.bytes += chunk.bytes;
      if (!chunk.in_use) continue;
      ++bin.chunks_in_use;
      bin.bytes_in_use += chunk.bytes;
      bin.requested_bytes += chunk.requested_bytes;
    }
  }
  for (std::size_t i = 0; i < kBins; ++i) {
    const Bin& bin = bins[i];
    add(text,
        "Bin ({}): \tTotal Chunks: {}, Chunks in use: {}. {} allocated for chunks. {} in use in "
        "bin. {} client-requested in use in bin.\n",
        bin_bytes(i), bin.chunks, bin.chunks_in_use, human_bytes(bin.bytes),
        human_bytes(bin.bytes_in_use), human_bytes(bin.requested_bytes));
  }
}

void add_chunk(std::string& text, const Chunk& chunk) {
  add(text, "  Size: {} | Requested Size: {} | in_use: {} | bin_num: {}", human_bytes(chunk.bytes),
      human_bytes(chunk.requested_bytes), chunk.in_use ? 1 : 0,
      chunk.in_use ? -1 : static_cast<int>(bin_of(chunk.bytes)));
}

void add_free_chunks(std::string& text, const BfcSnapshot& snapshot, std::size_t rounded) {
  struct Place {
    const Region* region;
    std::size_t index;
    const Chunk& chunk() const { return region->chunks[index]; }
  };
  const std::size_t bin = bin_of(rounded);
  std::vector<Place> places;
  for (const Region& region : snapshot.regions) {
    for (std::size_t i = 0; i < region.chunks.size(); ++i) {
      const Chunk& chunk = region.chunks[i];
      if (!chunk.in_use && bin_of(chunk.bytes) == bin) places.push_back({&region, i});
    }
  }
  std::ranges::stable_sort(places, {}, [](const Place& place) { return place.chunk().bytes; });

  add(text, "Bin for {} was {}, Chunk State: \n", human_bytes(rounded),
      human_bytes(bin_bytes(bin)));
  for (const Place& place : places) {
    const std::vector<Chunk>& chunks = place.region->chunks;
    add_chunk(text, place.chunk());
    if (place.index > 0) {
      text += ", prev: ";
      add_chunk(text, chunks[place.index - 1]);
    }
    if (place.index + 1 < chunks.size()) {
      text += ", next: ";
      add_chunk(text, chunks[place.index + 1]);
    }
    text += '\n';
  }
}

void add_regions(std::string& text, const BfcSnapshot& snapshot) {
  std::map<std::size_t, std::size_t> in_use_by_size;
  for (const Region& region : snapshot.regions) {
    add(text, "Next region of size {}\n", region.bytes);
    for (std::size_t i = 0; i < region.chunks.size(); ++i) {
      const Chunk& chunk = region.chunks[i];
      if (chunk.in_use) ++in_use_by_size[chunk.bytes];
      add(text, "{} at {:#x} next {} of size {}\n", chunk.in_use ? "InUse" : "Free ", chunk.address,
          i + 1 < region.chunks.size() ? region.chunks[i + 1].id : kNoChunk, chunk.bytes);
    }
  }
  text += "     Summary of in-use Chunks by size: \n";
  std::size_t sum = 0;
  for (const auto& [bytes, count] : in_use_by_size) {
    add(text, "{} Chunks of size {} totalling {}\n", count, bytes, human_bytes(bytes * count));
    sum += bytes * count;
  }
  add(text, "Sum Total of in-use chunks: {}\n", human_bytes(sum));
}

void add_statistics(std::string& text, const BfcSnapshot& snapshot) {
  const BfcStatistics& statistics = snapshot.statistics;
  add(text,
      "total_region_allocated_bytes_: {} memory_limit_: {} available bytes: {} "
      "curr_region_allocation_bytes_: {}\n",
      statistics.reserved_bytes, statistics.limit_bytes,
      statistics.limit_bytes - statistics.reserved_bytes, snapshot.next_region_bytes);
  add(text,
      "Stats: \n"
      "Limit:        {:>20}\n"
      "InUse:        {:>20}\n"
      "MaxInUse:     {:>20}\n"
      "NumAllocs:    {:>20}\n"
      "MaxAllocSize: {:>20}\n\n",
      statistics.limit_bytes, statistics.in_use_bytes, statistics.peak_in_use_bytes,
      statistics.allocations, statistics.largest_bytes);
}

// The regions side by side, scaled to 100 cells: '_' free, '*' asked for, 'x' in use beyond that.
// A cell that several share shows the last of them, and '*' rather than 'x' of one chunk.
std::string memory_map(const BfcSnapshot& snapshot) {
  const std::size_t total = snapshot.statistics.reserved_bytes;
  if (total == 0) return "<allocator contains no memory>";
  std::string map(kMapCharacters, '_');
  const auto paint = [&](std::size_t begin, std::size_t bytes, char character) {
    if (bytes == 0) return;
    const std::size_t first = begin * kMapCharacters / total;
    const std::size_t last = (begin + bytes - 1) * kMapCharacters / total;
    map.replace(first, last - first + 1, last - first + 1, character);
  };
  std::size_t begin = 0;
  for (const Region& region : snapshot.regions) {
    for (const Chunk& chunk : region.chunks) {
      if (chunk.in_use) {
        paint(begin + chunk.requested_bytes, chunk.bytes - chunk.requested_bytes, 'x');
        paint(begin, chunk.requested_bytes, '*');
      }
      begin += chunk.bytes;
    }
  }
  return map;
}

void add_holders(std::string& text, std::span<const MemoryHolder> holders) {
  if (holders.empty()) return;
  std::vector<const MemoryHolder*> by_size;
  for (const MemoryHolder& holder : holders) by_size.push_back(&holder);
  const std::size_t shown = std::min(kHoldersShown, by_size.size());
  std::ranges::partial_sort(by_size, by_size.begin() + static_cast<std::ptrdiff_t>(shown),
                            [](const MemoryHolder* a, const MemoryHolder* b) {
                              return a->bytes != b->bytes ? a->bytes > b->bytes : a->name < b->name;
                            });
  text += "\nmost of it is held by";
  std::size_t rest_bytes = 0;
  for (std::size_t i = 0; i < by_size.size(); ++i) {
    if (i < shown) {
      add(text, "\n  {:>10}  {}", human_bytes(by_size[i]->bytes), by_size[i]->name);
    } else {
      rest_bytes += by_size[i]->bytes;
    }
  }
  if (shown < by_size.size()) {
    add(text, "\n  {:>10}  in {} more", human_bytes(rest_bytes), by_size.size() - shown);
  }
}

}  // namespace

std::string bfc_report(const BfcSnapshot& snapshot, std::size_t requested_bytes) {
  const std::size_t rounded = bfc_rounded(requested_bytes);
  std::string text;
  add(text,
      "Allocator ({}) ran out of memory trying to allocate {} (rounded to {}).  Current allocation "
      "summary follows.\n",
      snapshot.allocator, human_bytes(requested_bytes), rounded);
  add_bins(text, snapshot);
  add_free_chunks(text, snapshot, rounded);
  add_regions(text, snapshot);
  add_statistics(text, snapshot);
  return text + memory_map(snapshot) + '\n';
}

std::string out_of_memory_text(std::size_t requested_bytes, std::string_view allocator,
                               const BfcStatistics& statistics,
                               std::span<const MemoryHolder> holders) {
  const std::size_t never_taken = statistics.limit_bytes - statistics.reserved_bytes;
  std::string text;
  add(text, "needs {}; {} of {} are in use by {}; the largest free block is {}",
      human_bytes(requested_bytes), human_bytes(statistics.in_use_bytes),
      human_bytes(statistics.limit_bytes), allocator, human_bytes(statistics.largest_free_bytes));
  if (never_taken >= bfc_rounded(requested_bytes)) {
    add(text, "; the device refused to give the other {}", human_bytes(never_taken));
  } else if (never_taken >= bfc_rounded(1)) {  // less is no chunk
    add(text, "; {} are not taken from the device yet", human_bytes(never_taken));
  }
  add_holders(text, holders);
  return text;
}

}  // namespace graphrun
