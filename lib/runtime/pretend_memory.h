// A memory that keeps account and holds nothing: a device's or a host's allocator, fed with
// addresses behind which there is no memory. What an allocator would do is found out by asking it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/bfc_allocator.h"

namespace graphrun {

// Addresses that count up. An allocator never looks behind them.
class PretendRegions final : public RegionSource {
 public:
  void* take(std::size_t bytes) override;
  void give_back(void*, std::size_t) noexcept override {}

 private:
  std::uintptr_t next_ = 4096;
};

class PretendMemory {
 public:
  struct Options {
    bool is_host = false;
    std::size_t limit_bytes = 0;
    bool allow_growth = false;  // a host's always grows
  };
  struct Piece {
    void* address = nullptr;  // nullptr: it is not from the allocator
    std::size_t bytes = 0;    // in use by it, with what was not asked for
    bool is_small = false;    // of a host: from malloc
    bool is_beyond = false;   // the allocator had none left: it is counted all the same
  };

  explicit PretendMemory(const Options& options);

  Piece allocate(std::size_t bytes);  // `bytes` > 0
  void deallocate(const Piece& piece);

  std::size_t limit_bytes() const { return options_.limit_bytes; }
  // Of the allocator, with what is beyond its limit.
  std::size_t in_use_bytes() const { return allocator_.statistics().in_use_bytes + beyond_bytes_; }
  std::size_t small_bytes() const { return small_bytes_; }  // from malloc

 private:
  Options options_;
  PretendRegions regions_;
  BfcAllocator allocator_;
  std::size_t small_bytes_ = 0;
  std::size_t beyond_bytes_ = 0;
};

}  // namespace graphrun
