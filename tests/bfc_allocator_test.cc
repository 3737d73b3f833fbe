#include "runtime/bfc_allocator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "catch.h"
#include "runtime/bfc_report.h"

namespace graphrun {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kGiB = std::size_t{1} << 30;
constexpr std::size_t kUnlimited = SIZE_MAX;

// A driver whose memory has addresses but no bytes, so that a test may have a GPU of any size. Its
// regions follow one another from 0x10000000 on, with a gap between them.
class FakeDriver final : public RegionSource {
 public:
  explicit FakeDriver(std::size_t free_bytes = kUnlimited) : free_bytes_(free_bytes) {}

  void* take(std::size_t bytes) override {
    asked.push_back(bytes);
    if (bytes > free_bytes_) return nullptr;
    free_bytes_ -= bytes;
    const std::uintptr_t address = next_;
    next_ += (bytes + kMiB) / kMiB * kMiB;
    taken[address] = bytes;
    return reinterpret_cast<void*>(address);
  }

  void give_back(void* region, std::size_t bytes) noexcept override {
    const auto found = taken.find(reinterpret_cast<std::uintptr_t>(region));
    if (found == taken.end() || found->second != bytes) std::abort();  // noexcept: no CHECK
    taken.erase(found);
    free_bytes_ += bytes;
  }

  void set_free(std::size_t bytes) { free_bytes_ = bytes; }

  std::vector<std::size_t> asked;  // every request, in order
  std::map<std::uintptr_t, std::size_t> taken;

 private:
  std::size_t free_bytes_;
  std::uintptr_t next_ = 0x10000000;
};

// The chunks in order, those in use marked: "256* 768 | 1024" has two regions.
std::string layout(const BfcAllocator& allocator) {
  std::string text;
  for (const BfcSnapshot::Region& region : allocator.snapshot().regions) {
    if (!text.empty()) text += " | ";
    for (const BfcSnapshot::Chunk& chunk : region.chunks) {
      if (!text.empty() && !text.ends_with(' ')) text += ' ';
      text += std::to_string(chunk.bytes) + (chunk.in_use ? "*" : "");
    }
  }
  return text;
}

// The sizes of the regions, in MiB.
std::vector<std::size_t> regions_mib(const BfcAllocator& allocator) {
  std::vector<std::size_t> sizes;
  for (const BfcSnapshot::Region& region : allocator.snapshot().regions) {
    sizes.push_back(region.bytes / kMiB);
  }
  return sizes;
}

using Sizes = std::vector<std::size_t>;

TEST_CASE("a chunk is what was asked for, rounded up to 256 bytes") {
  FakeDriver driver;
  BfcAllocator allocator({.name = "GPU_0_bfc", .limit_bytes = 4096}, driver);
  allocator.allocate(1);
  allocator.allocate(256);
  allocator.allocate(257);
  CHECK(layout(allocator) == "256* 256* 512* 3072");
}

TEST_CASE("no bytes, and more than the limit, are not allocated") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 4096}, driver);
  CHECK(allocator.allocate(0) == nullptr);
  CHECK(allocator.allocate(4097) == nullptr);
  CHECK(allocator.allocate(SIZE_MAX) == nullptr);
  CHECK(driver.asked.empty());
  CHECK(allocator.allocate(4096) != nullptr);
  CHECK(allocator.allocate(1) == nullptr);
}

TEST_CASE("a limit below 256 bytes serves nobody") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 255}, driver);
  CHECK(allocator.allocate(1) == nullptr);
  BfcAllocator empty({.limit_bytes = 0, .allow_growth = true}, driver);
  CHECK(empty.allocate(1) == nullptr);
}

TEST_CASE("deallocating nullptr does nothing") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 4096}, driver);
  allocator.deallocate(nullptr);
  CHECK(layout(allocator).empty());
}

// Leaves free chunks of 1024, 512, 768 and 512 bytes, in this order, and nothing else free.
struct Holes {
  FakeDriver driver;
  BfcAllocator allocator{{.limit_bytes = 8192}, driver};
  std::vector<void*> holes;

  Holes() {
    for (const std::size_t bytes : {1024, 512, 768, 512}) {
      holes.push_back(allocator.allocate(bytes));
      allocator.allocate(256);
    }
    allocator.allocate(4352);
    for (void* hole : holes) allocator.deallocate(hole);
  }
};

TEST_CASE("the smallest free chunk that is large enough is given") {
  Holes memory;
  REQUIRE(layout(memory.allocator) == "1024 256* 512 256* 768 256* 512 256* 4352*");
  CHECK(memory.allocator.allocate(600) == memory.holes[2]);
  CHECK(memory.allocator.allocate(600) == memory.holes[0]);
  CHECK(memory.allocator.allocate(600) == nullptr);
}

TEST_CASE("of chunks that fit as well, the lowest in memory is given") {
  Holes memory;
  CHECK(memory.allocator.allocate(512) == memory.holes[1]);
  CHECK(memory.allocator.allocate(512) == memory.holes[3]);
}

TEST_CASE("a chunk is split when it is twice as large as needed, or else given whole") {
  FakeDriver driver;
  SECTION("twice") {
    BfcAllocator allocator({.limit_bytes = 1024}, driver);
    allocator.allocate(512);
    CHECK(layout(allocator) == "512* 512");
  }
  SECTION("less than twice") {
    BfcAllocator allocator({.limit_bytes = 1024}, driver);
    allocator.allocate(513);
    CHECK(layout(allocator) == "1024*");
    CHECK(allocator.statistics().in_use_bytes == 1024);
  }
}

TEST_CASE("a chunk is split when 128 MiB are left over, and not when it is less") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 1024 * kMiB}, driver);
  SECTION("128 MiB") {
    allocator.allocate(896 * kMiB);
    CHECK(layout(allocator) == "939524096* 134217728");
  }
  SECTION("256 bytes less") {
    allocator.allocate(896 * kMiB + 1);
    CHECK(layout(allocator) == "1073741824*");
  }
}

TEST_CASE("a chunk that is freed is joined with its free neighbours") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 4096}, driver);
  void* const a = allocator.allocate(256);
  void* const b = allocator.allocate(512);
  void* const c = allocator.allocate(256);
  allocator.allocate(1024);
  SECTION("with the next") {
    allocator.deallocate(b);
    allocator.deallocate(a);
    CHECK(layout(allocator) == "768 256* 1024* 2048");
  }
  SECTION("with the previous") {
    allocator.deallocate(a);
    allocator.deallocate(b);
    CHECK(layout(allocator) == "768 256* 1024* 2048");
  }
  SECTION("with both") {
    allocator.deallocate(a);
    allocator.deallocate(c);
    CHECK(layout(allocator) == "256 512* 256 1024* 2048");
    allocator.deallocate(b);
    CHECK(layout(allocator) == "1024 1024* 2048");
  }
}

TEST_CASE("without growth the first allocation takes the whole limit, and nothing does before") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 10 * kMiB + 100}, driver);
  CHECK(driver.asked.empty());
  allocator.allocate(1);
  CHECK(driver.asked == Sizes{10 * kMiB});
  CHECK(allocator.statistics().reserved_bytes == 10 * kMiB);
}

TEST_CASE("with growth regions have 1, 2, 4, 8 MiB, and the last one what is left of the limit") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 18 * kMiB, .allow_growth = true}, driver);
  for (int i = 0; i < 18; ++i) CHECK(allocator.allocate(kMiB) != nullptr);
  CHECK(regions_mib(allocator) == Sizes{1, 2, 4, 8, 3});
  CHECK(allocator.allocate(1) == nullptr);
}

TEST_CASE("a request beyond the next region doubles it until it fits, and then it stays") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = kGiB, .allow_growth = true}, driver);
  allocator.allocate(3 * kMiB);
  CHECK(regions_mib(allocator) == Sizes{4});
  allocator.allocate(4 * kMiB);
  CHECK(regions_mib(allocator) == Sizes{4, 4});
  allocator.allocate(4 * kMiB);
  CHECK(regions_mib(allocator) == Sizes{4, 4, 8});
}

TEST_CASE("a limit below 1 MiB is the first region of an allocator that grows") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 1000, .allow_growth = true}, driver);
  allocator.allocate(1);
  CHECK(layout(allocator) == "256* 512");
}

TEST_CASE("neighbours in different regions are not joined") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 4 * kMiB, .allow_growth = true}, driver);
  void* const a = allocator.allocate(kMiB);
  void* const b = allocator.allocate(2 * kMiB);
  allocator.deallocate(a);
  allocator.deallocate(b);
  CHECK(layout(allocator) == "1048576 | 2097152");
}

TEST_CASE("a refused region is tried again with nine tenths of its size") {
  FakeDriver driver(8 * kMiB);
  BfcAllocator allocator({.limit_bytes = 10 * kMiB}, driver);
  CHECK(allocator.allocate(1) != nullptr);
  // 0.9 of 9437184 is 8493465.6, of which 33178 units of 256 bytes are the next larger.
  CHECK(driver.asked == Sizes{10485760, 9437184, 8493568, 7644416});
  CHECK(allocator.statistics().reserved_bytes == 7644416);
}

TEST_CASE("no region is tried that the request would not fit in") {
  FakeDriver driver(8 * kMiB);
  BfcAllocator allocator({.limit_bytes = 10 * kMiB}, driver);
  CHECK(allocator.allocate(9 * kMiB) == nullptr);
  CHECK(driver.asked == Sizes{10485760, 9437184});
}

TEST_CASE("a driver that refuses everything is asked for ever smaller regions, and not for ever") {
  FakeDriver driver(0);
  BfcAllocator allocator({.limit_bytes = 2560}, driver);
  CHECK(allocator.allocate(512) == nullptr);
  CHECK(driver.asked == Sizes{2560, 2304, 2048, 1792, 1536, 1280, 1024, 768, 512});
}

TEST_CASE("smaller regions are tried once, a later refusal is final") {
  FakeDriver driver(kMiB + kMiB / 2);
  BfcAllocator allocator({.limit_bytes = 64 * kMiB, .allow_growth = true}, driver);
  CHECK(allocator.allocate(kMiB) != nullptr);
  CHECK(allocator.allocate(1024) != nullptr);
  CHECK(driver.asked.size() > 3);
  driver.asked.clear();
  CHECK(allocator.allocate(kMiB) == nullptr);
  CHECK(driver.asked == Sizes{4 * kMiB});
}

TEST_CASE("an allocator without a region tries smaller ones each time") {
  FakeDriver driver(8 * kMiB);
  BfcAllocator allocator({.limit_bytes = 10 * kMiB}, driver);
  CHECK(allocator.allocate(9 * kMiB) == nullptr);
  CHECK(allocator.allocate(1) != nullptr);
}

TEST_CASE("before it fails it gives back regions that are wholly free, and takes a larger one") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 8 * kMiB, .allow_growth = true}, driver);
  void* const a = allocator.allocate(kMiB);
  void* const b = allocator.allocate(2 * kMiB);
  void* const c = allocator.allocate(kMiB);
  REQUIRE(regions_mib(allocator) == Sizes{1, 2, 4});
  allocator.deallocate(b);
  allocator.deallocate(c);

  CHECK(allocator.allocate(7 * kMiB) != nullptr);
  CHECK(layout(allocator) == "1048576* | 7340032*");
  CHECK(driver.taken.size() == 2);
  CHECK(allocator.statistics().reserved_bytes == 8 * kMiB);
  allocator.deallocate(a);
}

TEST_CASE("free regions are kept when giving them back would not be enough") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 8 * kMiB, .allow_growth = true}, driver);
  allocator.allocate(kMiB);
  allocator.deallocate(allocator.allocate(2 * kMiB));
  CHECK(allocator.allocate(7 * kMiB + 1) == nullptr);
  CHECK(regions_mib(allocator) == Sizes{1, 2});
}

TEST_CASE("regions are kept while the allocator lives, and all go back with it") {
  FakeDriver driver;
  {
    BfcAllocator allocator({.limit_bytes = 8 * kMiB, .allow_growth = true}, driver);
    allocator.allocate(kMiB);
    allocator.deallocate(allocator.allocate(2 * kMiB));
    CHECK(driver.taken.size() == 2);
  }
  CHECK(driver.taken.empty());
}

TEST_CASE("statistics count whole chunks, and successes only") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 4096}, driver);
  CHECK(allocator.statistics() == BfcStatistics{.limit_bytes = 4096});
  void* const a = allocator.allocate(300);
  allocator.deallocate(allocator.allocate(1500));
  allocator.allocate(100);
  CHECK(allocator.allocate(4000) == nullptr);
  CHECK(allocator.statistics() == BfcStatistics{.limit_bytes = 4096,
                                                .reserved_bytes = 4096,
                                                .in_use_bytes = 768,
                                                .peak_in_use_bytes = 2048,
                                                .largest_bytes = 1536,
                                                .largest_free_bytes = 3328,
                                                .allocations = 3});
  allocator.deallocate(a);
  CHECK(allocator.statistics().in_use_bytes == 256);
}

// What the allocator should be like, kept beside it in the plainest way.
class Shadow {
 public:
  Shadow(const BfcAllocator& allocator, const FakeDriver& driver)
      : allocator_(allocator), driver_(driver) {}

  // The address that the rules give, if there is no need for another region.
  std::optional<std::uintptr_t> best_fit(std::size_t bytes) const {
    std::optional<std::pair<std::size_t, std::uintptr_t>> best;
    for (const BfcSnapshot::Region& region : allocator_.snapshot().regions) {
      for (const BfcSnapshot::Chunk& chunk : region.chunks) {
        const std::pair candidate(chunk.bytes, chunk.address);
        if (chunk.in_use || chunk.bytes < bytes) continue;
        if (!best || candidate < *best) best = candidate;
      }
    }
    if (!best) return std::nullopt;
    return best->second;
  }

  void allocated(std::uintptr_t address, std::size_t bytes) {
    requested_[address] = bytes;
    ++allocations_;
  }
  void deallocated(std::uintptr_t address) { requested_.erase(address); }

  // The first rule that is broken; empty: none.
  std::string broken_rule() {
    const BfcSnapshot snapshot = allocator_.snapshot();
    std::size_t in_use_chunks = 0;
    std::size_t in_use = 0;
    std::size_t reserved = 0;
    std::size_t largest_free = 0;
    for (const BfcSnapshot::Region& region : snapshot.regions) {
      const auto taken = driver_.taken.find(region.address);
      if (taken == driver_.taken.end() || taken->second != region.bytes) return "a false region";
      reserved += region.bytes;
      std::uintptr_t end = region.address;
      bool after_free = false;
      for (const BfcSnapshot::Chunk& chunk : region.chunks) {
        if (chunk.address != end) return "a gap or an overlap";
        if (chunk.bytes == 0 || chunk.bytes % 256 != 0 || chunk.address % 256 != 0) {
          return "not a multiple of 256";
        }
        if (after_free && !chunk.in_use) return "free neighbours";
        end += chunk.bytes;
        after_free = !chunk.in_use;
        if (!chunk.in_use) {
          largest_free = std::max(largest_free, chunk.bytes);
          continue;
        }
        const auto request = requested_.find(chunk.address);
        if (request == requested_.end()) return "a chunk in use that nobody has";
        const std::size_t rounded = (request->second + 255) / 256 * 256;
        if (chunk.requested_bytes != request->second) return "another size was requested";
        if (chunk.bytes < rounded) return "too small";
        if (chunk.bytes >= 2 * rounded || chunk.bytes - rounded >= 128 * kMiB) return "not split";
        ++in_use_chunks;
        in_use += chunk.bytes;
        largest_ = std::max(largest_, chunk.bytes);
      }
      if (end != region.address + region.bytes) return "a region that is not covered";
    }
    if (snapshot.regions.size() != driver_.taken.size()) return "a lost region";
    if (in_use_chunks != requested_.size()) return "a lost chunk";
    peak_ = std::max(peak_, in_use);
    const BfcStatistics expected = {.limit_bytes = snapshot.statistics.limit_bytes,
                                    .reserved_bytes = reserved,
                                    .in_use_bytes = in_use,
                                    .peak_in_use_bytes = peak_,
                                    .largest_bytes = largest_,
                                    .largest_free_bytes = largest_free,
                                    .allocations = allocations_};
    if (snapshot.statistics != expected || allocator_.statistics() != expected) {
      return "false statistics";
    }
    if (reserved > expected.limit_bytes) return "beyond the limit";
    return "";
  }

 private:
  const BfcAllocator& allocator_;
  const FakeDriver& driver_;
  std::map<std::uintptr_t, std::size_t> requested_;  // by address, of what is in use
  std::int64_t allocations_ = 0;
  std::size_t peak_ = 0;
  std::size_t largest_ = 0;
};

TEST_CASE("every rule holds after each of thousands of random requests") {
  struct Setting {
    std::size_t limit_bytes;
    bool allow_growth;
    std::size_t driver_bytes;
    double size_bits;  // of the largest request
  };
  const auto setting = GENERATE(Setting{200 * 1024 + 77, false, kUnlimited, 14},
                                Setting{40 * kMiB + 77, true, kUnlimited, 21.5},
                                Setting{40 * kMiB, true, 30 * kMiB + 5, 22},
                                Setting{16 * kGiB, true, kUnlimited, 31});
  FakeDriver driver(setting.driver_bytes);
  BfcAllocator allocator({.limit_bytes = setting.limit_bytes, .allow_growth = setting.allow_growth},
                         driver);
  Shadow shadow(allocator, driver);
  std::mt19937 random(20150);
  std::vector<void*> held;
  int failures = 0;

  for (int step = 0; step < 5000; ++step) {
    // Waves: mostly filling, then mostly emptying, down to nothing.
    const bool fills = step / 500 % 2 == 0;
    if (held.empty() ? fills : random() % 100 < (fills ? 70U : 30U)) {
      const double bits = std::uniform_real_distribution<double>(0, setting.size_bits)(random);
      const auto bytes = static_cast<std::size_t>(std::exp2(bits));
      const auto expected = shadow.best_fit(bytes);
      void* const memory = allocator.allocate(bytes);
      const auto address = reinterpret_cast<std::uintptr_t>(memory);
      if (memory) {
        if (expected) REQUIRE(address == *expected);
        held.push_back(memory);
        shadow.allocated(address, bytes);
      } else {
        REQUIRE(!expected);
        ++failures;
      }
    } else if (!held.empty()) {
      std::swap(held[random() % held.size()], held.back());
      allocator.deallocate(held.back());
      shadow.deallocated(reinterpret_cast<std::uintptr_t>(held.back()));
      held.pop_back();
    }
    REQUIRE(shadow.broken_rule() == "");
  }
  CHECK(failures > 0);  // the limit was reached, or the test shows little

  for (void* memory : held) allocator.deallocate(memory);
  CHECK(allocator.statistics().in_use_bytes == 0);
  for (const BfcSnapshot::Region& region : allocator.snapshot().regions) {
    CHECK(region.chunks.size() == 1);
  }
}

TEST_CASE("thousands of pieces are told apart") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = kGiB, .allow_growth = true}, driver);
  std::vector<void*> pieces;
  for (int i = 0; i < 20000; ++i) pieces.push_back(allocator.allocate(256));
  std::vector<void*> sorted = pieces;
  std::ranges::sort(sorted);
  CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
  for (std::size_t i = 0; i < pieces.size(); i += 2) allocator.deallocate(pieces[i]);
  CHECK(allocator.statistics().in_use_bytes == 10000 * 256);
  for (std::size_t i = 1; i < pieces.size(); i += 2) allocator.deallocate(pieces[i]);
  CHECK(allocator.statistics().in_use_bytes == 0);
}

TEST_CASE("the record of a chunk that is gone is used again") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = kMiB}, driver);
  for (int i = 0; i < 1000; ++i) allocator.deallocate(allocator.allocate(256));
  allocator.allocate(256);
  const BfcSnapshot snapshot = allocator.snapshot();
  REQUIRE(snapshot.regions.size() == 1);
  for (const BfcSnapshot::Chunk& chunk : snapshot.regions[0].chunks) CHECK(chunk.id < 2);
}

class HostMemory final : public RegionSource {
 public:
  void* take(std::size_t bytes) override { return std::aligned_alloc(256, bytes); }
  void give_back(void* region, std::size_t) noexcept override { std::free(region); }
};

TEST_CASE("threads that share an allocator never share a piece") {
  HostMemory host;
  BfcAllocator allocator({.limit_bytes = 4 * kMiB, .allow_growth = true}, host);
  constexpr int kThreads = 4;
  std::vector<int> spoilt(kThreads, 0);
  std::vector<std::thread> threads;
  for (int mark = 0; mark < kThreads; ++mark) {
    threads.emplace_back([&allocator, &spoilt, mark] {
      std::mt19937 random(static_cast<unsigned>(mark));
      std::vector<std::pair<unsigned char*, std::size_t>> held;
      const auto release = [&] {
        const auto [memory, bytes] = held.back();
        held.pop_back();
        if (std::any_of(memory, memory + bytes, [&](int byte) { return byte != mark; })) {
          ++spoilt[static_cast<std::size_t>(mark)];
        }
        allocator.deallocate(memory);
      };
      for (int step = 0; step < 5000; ++step) {
        const std::size_t bytes = 1 + random() % 8000;
        if (auto* const memory = static_cast<unsigned char*>(allocator.allocate(bytes))) {
          std::memset(memory, mark, bytes);
          held.emplace_back(memory, bytes);
        }
        if (random() % 2 == 0 && !held.empty()) {
          std::swap(held[random() % held.size()], held.back());
          release();
        }
        if (step % 1000 == 0) allocator.snapshot();
        while (held.size() > 50) release();
      }
      while (!held.empty()) release();
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(spoilt == std::vector<int>(kThreads, 0));
  CHECK(allocator.statistics().in_use_bytes == 0);
}

// The 21 lines of bins, those that are not empty given by number.
std::string bin_lines(const std::map<int, std::string>& filled) {
  std::string text;
  for (int bin = 0; bin < 21; ++bin) {
    const auto found = filled.find(bin);
    text += "Bin (" + std::to_string(std::size_t{256} << bin) + "): \t";
    text += found != filled.end() ? found->second
                                  : "Total Chunks: 0, Chunks in use: 0. 0B allocated for chunks. "
                                    "0B in use in bin. 0B client-requested in use in bin.";
    text += '\n';
  }
  return text;
}

TEST_CASE("the report has TensorFlow's words") {
  FakeDriver driver;
  BfcAllocator allocator({.name = "GPU_0_bfc", .limit_bytes = 25600}, driver);
  void* const a = allocator.allocate(1024);
  allocator.allocate(2560);
  void* const b = allocator.allocate(1300);
  allocator.allocate(2400);
  allocator.allocate(14000);
  allocator.deallocate(a);
  allocator.deallocate(b);
  REQUIRE(layout(allocator) == "1024 2560* 1536 2560* 17920*");
  REQUIRE(allocator.allocate(2000) == nullptr);

  CHECK(
      bfc_report(allocator.snapshot(), 2000) ==
      "Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.0KiB (rounded to 2048).  "
      "Current allocation summary follows.\n" +
          bin_lines({{2,
                      "Total Chunks: 2, Chunks in use: 0. 2.5KiB allocated for chunks. 0B in use "
                      "in bin. 0B client-requested in use in bin."},
                     {3,
                      "Total Chunks: 2, Chunks in use: 2. 5.0KiB allocated for chunks. 5.0KiB in "
                      "use in bin. 4.8KiB client-requested in use in bin."},
                     {6,
                      "Total Chunks: 1, Chunks in use: 1. 17.5KiB allocated for chunks. 17.5KiB in "
                      "use in bin. 13.7KiB client-requested in use in bin."}}) +
          "Bin for 2.0KiB was 2.0KiB, Chunk State: \n"
          "Next region of size 25600\n"
          "Free  at 0x10000000 next 1 of size 1024\n"
          "InUse at 0x10000400 next 2 of size 2560\n"
          "Free  at 0x10000e00 next 3 of size 1536\n"
          "InUse at 0x10001400 next 4 of size 2560\n"
          "InUse at 0x10001e00 next 18446744073709551615 of size 17920\n"
          "     Summary of in-use Chunks by size: \n"
          "2 Chunks of size 2560 totalling 5.0KiB\n"
          "1 Chunks of size 17920 totalling 17.5KiB\n"
          "Sum Total of in-use chunks: 22.5KiB\n"
          "total_region_allocated_bytes_: 25600 memory_limit_: 25600 available bytes: 0 "
          "curr_region_allocation_bytes_: 51200\n"
          "Stats: \n"
          "Limit:                       25600\n"
          "InUse:                       23040\n"
          "MaxInUse:                    25600\n"
          "NumAllocs:                       5\n"
          "MaxAllocSize:                17920\n"
          "\n"
          "____**********______****************************************"
          "*************************xxxxxxxxxxxxxxx\n");
}

TEST_CASE("the report shows the free chunks of the bin that was asked, smallest first") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 6144}, driver);
  void* const a = allocator.allocate(1536);
  allocator.allocate(2048);
  void* const b = allocator.allocate(1000);
  allocator.allocate(1536);
  allocator.deallocate(a);
  allocator.deallocate(b);
  REQUIRE(layout(allocator) == "1536 2048* 1024 1536*");
  const std::string report = bfc_report(allocator.snapshot(), 1600);
  CHECK(report.find("Bin for 1.8KiB was 1.0KiB, Chunk State: \n"
                    "  Size: 1.0KiB | Requested Size: 1000B | in_use: 0 | bin_num: 2, prev:   "
                    "Size: 2.0KiB | Requested Size: 2.0KiB | in_use: 1 | bin_num: -1, next:   "
                    "Size: 1.5KiB | Requested Size: 1.5KiB | in_use: 1 | bin_num: -1\n"
                    "  Size: 1.5KiB | Requested Size: 1.5KiB | in_use: 0 | bin_num: 2, next:   "
                    "Size: 2.0KiB | Requested Size: 2.0KiB | in_use: 1 | bin_num: -1\n"
                    "Next region") != std::string::npos);
}

TEST_CASE("everything from 256 MiB on is in the last bin") {
  FakeDriver driver;
  BfcAllocator allocator({.limit_bytes = 16 * kGiB}, driver);
  allocator.allocate(2 * kGiB);
  const std::string report = bfc_report(allocator.snapshot(), 15 * kGiB);
  CHECK(report.find("Bin (268435456): \tTotal Chunks: 2, Chunks in use: 1. 16.00GiB allocated for "
                    "chunks. 2.00GiB in use in bin. 2.00GiB client-requested in use in bin.\n"
                    "Bin for 15.00GiB was 256.00MiB, Chunk State: \n"
                    "  Size: 14.00GiB | Requested Size: 0B | in_use: 0 | bin_num: 20, prev: ") !=
        std::string::npos);
}

TEST_CASE("the map of an allocator that never got a region says so") {
  FakeDriver driver(0);
  BfcAllocator allocator({.limit_bytes = 4096}, driver);
  REQUIRE(allocator.allocate(4096) == nullptr);
  CHECK(bfc_report(allocator.snapshot(), 4096).ends_with("\n\n<allocator contains no memory>\n"));
}

TEST_CASE("the text for users says what is needed, what is there, and who holds it") {
  const BfcStatistics statistics = {.limit_bytes = kGiB,
                                    .reserved_bytes = kGiB,
                                    .in_use_bytes = 724 * kMiB,
                                    .largest_free_bytes = 300 * kMiB};
  const std::vector<MemoryHolder> holders = {
      {"small", 512}, {"b", 64 * kMiB}, {"weights", 500 * kMiB}, {"a", 64 * kMiB},
      {"tiny", 256},  {"c", 96 * kMiB}, {"bias", 1536}};
  CHECK(out_of_memory_text(400 * kMiB, "GPU_0_bfc", statistics, holders) ==
        "needs 400.00MiB; 724.00MiB of 1.00GiB are in use by GPU_0_bfc; the largest free block is "
        "300.00MiB\n"
        "most of it is held by\n"
        "   500.00MiB  weights\n"
        "    96.00MiB  c\n"
        "    64.00MiB  a\n"
        "    64.00MiB  b\n"
        "      1.5KiB  bias\n"
        "        768B  in 2 more");
}

TEST_CASE("holders that are few, or unknown, are no riddle") {
  const BfcStatistics statistics = {
      .limit_bytes = 4096, .reserved_bytes = 4096, .in_use_bytes = 4096};
  CHECK(out_of_memory_text(100, "GPU_1_bfc", statistics, {}) ==
        "needs 100B; 4.0KiB of 4.0KiB are in use by GPU_1_bfc; the largest free block is 0B");
  const std::vector<MemoryHolder> one = {{"x", 4096}};
  CHECK(out_of_memory_text(100, "GPU_1_bfc", statistics, one) ==
        "needs 100B; 4.0KiB of 4.0KiB are in use by GPU_1_bfc; the largest free block is 0B\n"
        "most of it is held by\n"
        "      4.0KiB  x");
}

TEST_CASE("the text for users tells memory that was refused from memory that is too little") {
  const BfcStatistics statistics = {.limit_bytes = 8 * kMiB,
                                    .reserved_bytes = 3 * kMiB,
                                    .in_use_bytes = 2 * kMiB,
                                    .largest_free_bytes = kMiB};
  CHECK(out_of_memory_text(5 * kMiB, "GPU_0_bfc", statistics, {}) ==
        "needs 5.00MiB; 2.00MiB of 8.00MiB are in use by GPU_0_bfc; the largest free block is "
        "1.00MiB; the device refused to give the other 5.00MiB");
  CHECK(out_of_memory_text(6 * kMiB, "GPU_0_bfc", statistics, {}) ==
        "needs 6.00MiB; 2.00MiB of 8.00MiB are in use by GPU_0_bfc; the largest free block is "
        "1.00MiB; 5.00MiB are not taken from the device yet");
}

}  // namespace
}  // namespace graphrun
