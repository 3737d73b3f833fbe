#include "runtime/kept_buffers.h"

namespace graphrun {

Buffer& KeptBuffers::create(NodeId node) {
  Buffer& buffer = Buffer::create(this);
  const std::lock_guard lock(mutex_);
  nodes_.emplace(&buffer, node);
  return buffer;
}

std::vector<KeptBuffers::Kept> KeptBuffers::list() const {
  std::vector<Kept> kept;
  const std::lock_guard lock(mutex_);
  for (const auto& [buffer, node] : nodes_) {
    if (buffer->memory() != nullptr) kept.push_back({node, buffer->memory(), buffer->bytes()});
  }
  return kept;
}

void KeptBuffers::forget(const Buffer& buffer) noexcept {
  const std::lock_guard lock(mutex_);
  nodes_.erase(&buffer);
}

}  // namespace graphrun
