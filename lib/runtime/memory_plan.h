// What a run will need of each memory, told before anything runs.
//
// The plan's steps are walked in an order in which they could come, and every tensor's memory is
// asked of the allocator that the device has, with nothing behind its addresses: peaks are the
// allocator's own, to the byte, rounding and gaps included. What no one can tell before a run is
// left out and named: tensors of open shape. Workspace that kernels take for themselves is not
// counted. Copies run beside a GPU's computing, and are taken to be done as soon as their queue
// lets them, which is what they mostly are; what is needed when they come in the plan's order is
// told too.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/device_info.h"
#include "graph/feed.h"
#include "graph/fetch.h"
#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

enum class MemoryUse : std::uint8_t { constants, variables, feeds, temporaries };
inline constexpr std::size_t kMemoryUses = 4;
using BytesByUse = std::array<std::size_t, kMemoryUses>;

// A tensor that has memory of its own.
struct MemoryOwner {
  OutputRef tensor;
  MemoryUse use = MemoryUse::temporaries;
  std::size_t bytes = 0;  // of the allocator, with what was not asked for
};

struct MemoryShortage {
  OutputRef tensor;
  std::size_t bytes = 0;  // asked for
};

// Of one memory: a GPU's, or a host's.
struct MemoryNeed {
  DeviceIndex device = 0;  // a host's: its first CPU, or its first device where it has none
  bool is_host = true;
  std::size_t limit_bytes = 0;  // 0: none

  std::size_t peak_bytes = 0;              // in use by the allocator
  BytesByUse at_peak{};                    // adds up to peak_bytes
  NodeId peak_node = kNoNode;              // what runs then
  std::vector<MemoryOwner> owners;         // at the peak, the largest first
  std::size_t peak_in_turn_bytes = 0;      // when copies come in the plan's order
  std::size_t kept_bytes = 0;              // constants and variables that stay after the run
  BytesByUse beside{};                     // of a host: constants and feeds, where they were read
  std::size_t small_bytes = 0;             // of a host: the most in small pieces, from malloc
  std::optional<MemoryShortage> shortage;  // the first: it does not fit in its limit

  std::size_t whole_bytes() const;  // of the allocator and beside it
  bool fits() const;                // all of it, in its limit
};

struct MemoryPlan {
  std::vector<MemoryNeed> memories;  // those that the run uses: hosts, then GPUs, by device
  std::vector<OutputRef> open;       // tensors whose size is known only when the graph runs

  bool fits() const;
};

struct MemoryQuestion {
  const Graph& graph;
  const Placement& placement;
  std::span<const DeviceInfo> devices;  // as placement.devices
  std::span<const Feed> feeds;
  std::span<const Initializer> initializers;
  std::span<const Fetch> fetches;
  int steps = 1;  // runs in one session: later ones find constants and variables in place
  bool allow_growth = false;
  // In place of the devices' own; where no GPU is used, of the host.
  std::optional<std::size_t> limit_bytes;
};

// Throws as make_plan() and feed_shape() do.
MemoryPlan plan_memory(const MemoryQuestion& question);

}  // namespace graphrun
