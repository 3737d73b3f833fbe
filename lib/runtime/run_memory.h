// Memory for the tensors of a run: waits for what others will give back before it gives up, and
// then says who holds it.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/devices.h"
#include "runtime/kept_buffers.h"
#include "runtime/plan.h"
#include "runtime/workers.h"

namespace graphrun {

class RunMemory {
 public:
  // All arguments must outlive it.
  RunMemory(const Graph& graph, const Placement& placement, const Plan& plan, Devices& devices,
            const KeptBuffers& kept, const Workers& workers);

  // Of each slot, what it holds in this run.
  Buffer& buffer(SlotId slot) { return buffers_[slot]; }
  Memory& of(SpaceId space) const { return *memories_[space]; }

  // Takes memory for a tensor that `node` makes. Throws Error(device) when it is out. Thread safe.
  void allocate(Buffer& buffer, SpaceId space, DType dtype, const Shape& shape, NodeId node,
                Worker& worker);
  // `slot` goes on with the memory that another one took: reports name it then.
  // REQUIRES: is_of_a_slot(buffer).
  void hand_over(const Buffer& buffer, SlotId slot) {
    holders_[static_cast<std::size_t>(&buffer - buffers_.get())].store(slot,
                                                                       std::memory_order_relaxed);
  }
  bool is_of_a_slot(const Buffer& buffer) const {
    constexpr std::less<> is_before;  // of any two pointers
    return !is_before(&buffer, buffers_.get()) &&
           is_before(&buffer, buffers_.get() + plan_.slots.size());
  }

  void begin_run();

 private:
  [[noreturn]] void run_out(SpaceId space, DType dtype, const Shape& shape, NodeId node,
                            std::size_t bytes) const;

  const Graph& graph_;
  const Placement& placement_;
  const Plan& plan_;
  const KeptBuffers& kept_;
  const Workers& workers_;
  std::vector<Memory*> memories_;  // by SpaceId
  std::unique_ptr<Buffer[]> buffers_;
  std::unique_ptr<std::atomic<SlotId>[]> holders_;  // by the slot that took it
};

}  // namespace graphrun
