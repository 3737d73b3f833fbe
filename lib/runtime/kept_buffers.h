// The buffers that outlive a run, each with the node that keeps it: variables, and constants in a
// GPU's memory. Out of memory, the report names them.

#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "runtime/tensor.h"

namespace graphrun {

// Thread safe. Outlives its buffers.
class KeptBuffers final : public BufferKeeper {
 public:
  virtual ~KeptBuffers() = default;

  // Holds no memory yet, and deletes itself with its last owner.
  Buffer& create(NodeId node);

  struct Kept {
    NodeId node = kNoNode;
    const Memory* memory = nullptr;
    std::size_t bytes = 0;
  };
  // Those that hold memory now.
  std::vector<Kept> list() const;

  void forget(const Buffer& buffer) noexcept override;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const Buffer*, NodeId> nodes_;
};

}  // namespace graphrun
