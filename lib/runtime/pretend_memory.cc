#include "runtime/pretend_memory.h"

#include <bit>

#include "runtime/host_pieces.h"

namespace graphrun {

void* PretendRegions::take(std::size_t bytes) {
  const std::uintptr_t address = next_;
  next_ += bytes;
  return std::bit_cast<void*>(address);
}

PretendMemory::PretendMemory(const Options& options)
    : options_(options),
      allocator_({.name = options.is_host ? "cpu" : "gpu",
                  .limit_bytes = options.limit_bytes,
                  .allow_growth = options.is_host || options.allow_growth},
                 regions_) {}

PretendMemory::Piece PretendMemory::allocate(std::size_t bytes) {
  if (options_.is_host && !is_large_host_piece(bytes)) {
    small_bytes_ += bytes;
    return {.bytes = bytes, .is_small = true};
  }
  const std::size_t before = allocator_.statistics().in_use_bytes;
  void* address = allocator_.allocate(options_.is_host ? whole_host_piece(bytes) : bytes);
  if (address == nullptr) {
    const std::size_t beyond = bfc_rounded(bytes);
    beyond_bytes_ += beyond;
    return {.bytes = beyond, .is_beyond = true};
  }
  return {.address = address, .bytes = allocator_.statistics().in_use_bytes - before};
}

void PretendMemory::deallocate(const Piece& piece) {
  if (piece.is_small) small_bytes_ -= piece.bytes;
  if (piece.is_beyond) beyond_bytes_ -= piece.bytes;
  allocator_.deallocate(piece.address);
}

}  // namespace graphrun
