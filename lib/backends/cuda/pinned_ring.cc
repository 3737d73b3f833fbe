#include "backends/cuda/pinned_ring.h"

#include <algorithm>
#include <cstring>

namespace graphrun {
namespace {

// Long enough that starting a copy (some microseconds) costs little beside it, short enough that
// the host's part of the first piece is soon done: at 20 GB/s a piece takes 0.2 ms.
constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

}  // namespace

PinnedRing::~PinnedRing() {
  for (Piece& piece : pieces_) {
    if (piece.memory == nullptr) continue;
    // Statuses are dropped: what failed has been reported by whoever waited for it.
    static_cast<void>(cudaEventSynchronize(piece.done->get()));
    static_cast<void>(cudaFreeHost(piece.memory));
  }
}

PinnedRing::Piece& PinnedRing::next_piece() {
  Piece& piece = pieces_[next_];
  next_ = (next_ + 1) % kPieces;
  if (piece.memory == nullptr) {
    piece.done = std::make_unique<CudaMark>();
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, kPieceBytes, cudaHostAllocPortable));
    piece.memory = static_cast<std::byte*>(memory);
  }
  check(cudaEventSynchronize(piece.done->get()));
  return piece;
}

void PinnedRing::copy_in(cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at < bytes; at += kPieceBytes) {
    const std::size_t size = std::min(kPieceBytes, bytes - at);
    Piece& piece = next_piece();
    std::memcpy(piece.memory, static_cast<const std::byte*>(from) + at, size);
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, piece.memory, size,
                          cudaMemcpyHostToDevice, stream));
    check(cudaEventRecord(piece.done->get(), stream));
  }
}

void PinnedRing::copy_out(cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  std::array<Piece*, kPieces> on_the_way{};
  std::size_t queued = 0;   // pieces
  std::size_t arrived = 0;  // of them, those written to `to`
  const std::size_t all = (bytes + kPieceBytes - 1) / kPieceBytes;
  while (arrived < all) {
    if (queued < all && queued - arrived < kPieces) {
      const std::size_t at = queued * kPieceBytes;
      Piece& piece = next_piece();
      check(cudaMemcpyAsync(piece.memory, static_cast<const std::byte*>(from) + at,
                            std::min(kPieceBytes, bytes - at), cudaMemcpyDeviceToHost, stream));
      check(cudaEventRecord(piece.done->get(), stream));
      on_the_way[queued++ % kPieces] = &piece;
      continue;
    }
    const std::size_t at = arrived * kPieceBytes;
    const Piece& piece = *on_the_way[arrived++ % kPieces];
    check(cudaEventSynchronize(piece.done->get()));
    std::memcpy(static_cast<std::byte*>(to) + at, piece.memory, std::min(kPieceBytes, bytes - at));
  }
}

}  // namespace graphrun
