// Pinned host memory through which copies between a GPU and any other host memory go, because the
// driver copies from and to pinned memory alone while the host does something else. Pinning is
// slow, so the pieces are kept, and used in turn: while one is on its way, the next is filled.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>

#include "backends/cuda/cuda_handles.h"

namespace graphrun {

// For one direction of one device. Thread safe; a copy has the ring to itself.
class PinnedRing {
 public:
  PinnedRing() = default;
  ~PinnedRing();
  PinnedRing(const PinnedRing&) = delete;
  PinnedRing& operator=(const PinnedRing&) = delete;

  // Queues a copy to the GPU on `stream`. `from` may be changed when the call returns.
  // REQUIRES of both: the current device is the stream's.
  void copy_in(cudaStream_t stream, void* to, const void* from, std::size_t bytes);
  // Copies from the GPU behind what `stream` has been given. Done when the call returns.
  void copy_out(cudaStream_t stream, void* to, const void* from, std::size_t bytes);

 private:
  // The bytes of a piece that are on their way.
  struct Piece {
    std::byte* memory = nullptr;
    std::unique_ptr<CudaMark> done;
  };
  static constexpr std::size_t kPieces = 4;

  // The next piece in turn, made when it is first used; what it was used for last is done.
  Piece& next_piece();

  std::mutex mutex_;
  std::array<Piece, kPieces> pieces_;
  std::size_t next_ = 0;
};

}  // namespace graphrun
