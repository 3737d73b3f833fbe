// What a node's kernel keeps between runs of one session: a primitive that was costly to make, a
// random stream's position, a variable. One object a node; the session owns it.

#pragma once

namespace graphrun {

class KernelState {
 public:
  KernelState() = default;
  KernelState(const KernelState&) = delete;
  KernelState& operator=(const KernelState&) = delete;
  virtual ~KernelState() = default;
};

}  // namespace graphrun
