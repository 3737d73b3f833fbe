// The emulated GPUs' memory: the host can touch it while an EmulatedAccess lives, and otherwise
// ends in a segmentation fault.

#pragma once

#include <cstddef>

void* emulated_allocate(std::size_t bytes);  // nullptr: refused
void emulated_free(void* memory);

// One at a time; the same thread may have several.
class EmulatedAccess {
 public:
  EmulatedAccess();
  ~EmulatedAccess();
  EmulatedAccess(const EmulatedAccess&) = delete;
  EmulatedAccess& operator=(const EmulatedAccess&) = delete;
};
