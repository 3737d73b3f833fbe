// Tensors while a graph runs: memory of one device with a dtype and a shape.
//
// A Buffer is a piece of memory whose owners are counted; a Tensor owns it with others and gives it
// back with the last of them. Buffers of a run lie in an array that the executor makes once, so
// that a node costs no allocation but its output's own memory; what outlives a run (variables,
// constants) has buffers of its own.

#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "base/host_tensor.h"
#include "runtime/memory.h"

namespace graphrun {

class Buffer;

// Who wants to know when a buffer that deletes itself does so.
class BufferKeeper {
 public:
  virtual void forget(const Buffer& buffer) noexcept = 0;

 protected:
  ~BufferKeeper() = default;
};

class Buffer {
 public:
  Buffer() = default;
  // One that deletes itself with its last owner, and tells `keeper`.
  static Buffer& create(BufferKeeper* keeper = nullptr) {
    auto* buffer = new Buffer;
    buffer->is_self_owned_ = true;
    buffer->keeper_ = keeper;
    return *buffer;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { assert(owners_ == 0); }

  // Takes memory; strings are constructed in it. False: there is not enough.
  // REQUIRES: it holds none.
  bool allocate(Memory& memory, DType dtype, std::size_t elements);
  // Lends the elements of a host tensor, which live until the last owner lets go.
  void borrow(const HostTensor& tensor);

  void* data() const { return data_; }
  // What it holds of which memory, for reports from other threads: nullptr while it holds none.
  const Memory* memory() const { return memory_.load(std::memory_order_acquire); }
  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void add_owner() { owners_.fetch_add(1, std::memory_order_relaxed); }
  // REQUIRES: nobody else knows it yet. An owner counted without a locked instruction.
  void add_first_owner() {
    assert(owners_ == 0);
    owners_.store(1, std::memory_order_relaxed);
  }
  void remove_owner() {
    // The only owner need not fear that another comes or goes meanwhile.
    if (has_one_owner()) {
      owners_.store(0, std::memory_order_relaxed);
      release();
    } else if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      release();
    }
  }
  bool has_one_owner() const { return owners_.load(std::memory_order_acquire) == 1; }

 private:
  void release();  // and deletes itself where it is self-owned

  void* data_ = nullptr;
  std::size_t strings_ = 0;  // constructed objects
  bool is_self_owned_ = false;
  BufferKeeper* keeper_ = nullptr;
  std::shared_ptr<const void> lender_;
  std::atomic<Memory*> memory_ = nullptr;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<int> owners_ = 0;
};

class Variable;

class Tensor {
 public:
  Tensor() = default;
  Tensor(Buffer& buffer, DType dtype, const Shape& shape)
      : buffer_(&buffer), dtype_(dtype), shape_(shape) {
    buffer_->add_owner();
  }
  // The first owner of a buffer that nobody else knows yet.
  static Tensor first_of(Buffer& buffer, DType dtype, const Shape& shape) {
    Tensor tensor;
    buffer.add_first_owner();
    tensor.buffer_ = &buffer;
    tensor.dtype_ = dtype;
    tensor.shape_ = shape;
    return tensor;
  }
  // A reference to a variable: no memory of its own.
  explicit Tensor(Variable& variable) : variable_(&variable) {}

  Tensor(const Tensor& other)
      : buffer_(other.buffer_),
        variable_(other.variable_),
        dtype_(other.dtype_),
        shape_(other.shape_) {
    if (buffer_ != nullptr) buffer_->add_owner();
  }
  Tensor(Tensor&& other) noexcept
      : buffer_(std::exchange(other.buffer_, nullptr)),
        variable_(std::exchange(other.variable_, nullptr)),
        dtype_(other.dtype_),
        shape_(other.shape_) {}
  Tensor& operator=(Tensor other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(variable_, other.variable_);
    dtype_ = other.dtype_;
    shape_ = other.shape_;
    return *this;
  }
  ~Tensor() {
    if (buffer_ != nullptr) buffer_->remove_owner();
  }

  bool is_set() const { return buffer_ != nullptr || variable_ != nullptr; }
  Variable* variable() const { return variable_; }  // nullptr: it is a value
  Buffer* buffer() const { return buffer_; }

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::int64_t elements() const { return shape_.elements(); }
  std::size_t bytes() const {
    return static_cast<std::size_t>(elements()) * bytes_per_element(dtype_);
  }
  void* data() const { return buffer_ == nullptr ? nullptr : buffer_->data(); }

  template <typename T>
  std::span<T> as() const {
    assert(dtype_ == dtype_of<std::remove_const_t<T>>);
    return {static_cast<T*>(data()), static_cast<std::size_t>(elements())};
  }

 private:
  Buffer* buffer_ = nullptr;
  Variable* variable_ = nullptr;
  DType dtype_ = DType::float32;
  Shape shape_;
};

// What a VariableV2 keeps from run to run. Its value is never written in place: an assignment gives
// it another tensor, so that whoever has read it keeps what was read. Thread safe.
class Variable {
 public:
  Variable() = default;
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  // Unset before the first assignment.
  Tensor value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  void set(Tensor value) {
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
  }

  // Held by an op that reads the value and sets another.
  std::mutex& update_mutex() { return update_mutex_; }

 private:
  mutable std::mutex mutex_;
  std::mutex update_mutex_;
  Tensor value_;
};

}  // namespace graphrun
