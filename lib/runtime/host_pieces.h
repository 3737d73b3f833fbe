// How a host's memory is divided: small pieces come from malloc, large ones from an allocator as a
// GPU's. Here because a memory plan counts what the host's memory will give.

#pragma once

#include <cstddef>

namespace graphrun {

// A cache line, and the widest vector register.
inline constexpr std::size_t kHostAlignmentBytes = 64;

// From here on a piece is worth keeping for the next tensor of its size; malloc would give it back
// to the system and fault its pages in again.
constexpr bool is_large_host_piece(std::size_t bytes) { return bytes >= std::size_t{64} * 1024; }

// Of what stands before a piece and says where it came from.
inline constexpr std::size_t kHostHeaderBytes = 16;

// With its header, wherever in it an aligned piece then begins.
constexpr std::size_t whole_host_piece(std::size_t bytes) {
  return bytes + kHostHeaderBytes + kHostAlignmentBytes - 1;
}

}  // namespace graphrun
