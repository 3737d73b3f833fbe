#include "runtime/tensor.h"

#include <memory>
#include <string>

namespace graphrun {

bool Buffer::allocate(Memory& memory, DType dtype, std::size_t elements) {
  assert(data_ == nullptr);
  const std::size_t each = bytes_per_element(dtype);
  const std::size_t bytes = elements * each;
  if (bytes == 0) {
    data_ = nullptr;
    return true;
  }
  data_ = memory.allocate(bytes);
  if (data_ == nullptr) return false;
  if (is_string(dtype)) {
    std::uninitialized_value_construct_n(static_cast<std::string*>(data_), elements);
    strings_ = elements;
  }
  bytes_.store(bytes, std::memory_order_relaxed);
  memory_.store(&memory, std::memory_order_release);
  return true;
}

void Buffer::borrow(const HostTensor& tensor) {
  assert(owners_ == 0);
  lender_ = tensor.share();
  data_ = const_cast<void*>(lender_.get());  // kernels write only what they allocate
}

void Buffer::release() {
  if (strings_ > 0) {
    std::destroy_n(static_cast<std::string*>(data_), strings_);
    strings_ = 0;
  }
  lender_.reset();
  if (Memory* memory = memory_.load(std::memory_order_relaxed)) {
    memory_.store(nullptr, std::memory_order_release);  // others read it, nobody else writes it
    memory->deallocate(data_);
  }
  data_ = nullptr;
  if (!is_self_owned_) return;
  if (keeper_ != nullptr) keeper_->forget(*this);
  delete this;
}

}  // namespace graphrun
