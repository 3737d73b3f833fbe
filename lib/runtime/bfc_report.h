// What an allocator says when its memory is out: TensorFlow's long summary, and a short text that
// says what to look at.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "runtime/bfc_allocator.h"

namespace graphrun {

// What TensorFlow 1.15 logs when `requested_bytes` could not be allocated, without the prefixes of
// its log: bins, the free chunks of the bin that was asked, regions, sums, statistics and a map of
// 100 characters. Every line ends in a newline.
std::string bfc_report(const BfcSnapshot& snapshot, std::size_t requested_bytes);

// Something that holds memory, under a name the user knows.
struct MemoryHolder {
  std::string name;
  std::size_t bytes = 0;
};

// "needs 400.00MiB; 128.00MiB of 1.00GiB are in use by GPU_0_bfc; the largest free block is ...",
// then the five largest of `holders`, a line each, and a line for the rest. No newline at the end.
std::string out_of_memory_text(std::size_t requested_bytes, std::string_view allocator,
                               const BfcStatistics& statistics,
                               std::span<const MemoryHolder> holders);

}  // namespace graphrun
