// A GPU whose copies are queued and done later, by a thread for each queue that takes its time:
// what the runtime must wait for on a real GPU, and must not read too soon.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/device.h"

namespace graphrun {

// Work in order, by a thread of its own.
class WorkQueue {
 public:
  WorkQueue() : thread_([this] { serve(); }) {}
  ~WorkQueue() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void add(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
      ++given_;
    }
    changed_.notify_all();
  }
  std::size_t given() const {
    const std::lock_guard lock(mutex_);
    return given_;
  }
  bool has_done(std::size_t count) const {
    const std::lock_guard lock(mutex_);
    return done_ >= count;
  }
  void wait_for(std::size_t count) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_ >= count; });
  }

 private:
  void serve() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const std::function<void()> work = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      work();
      lock.lock();
      ++done_;
      changed_.notify_all();
    }
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t given_ = 0;
  std::size_t done_ = 0;
  bool ends_ = false;
  std::thread thread_;
};

class QueuedEvent final : public Event {
 public:
  bool is_done() const override {
    const auto [queue, count] = mark();
    return queue == nullptr || queue->has_done(count);
  }
  void wait() const override {
    const auto [queue, count] = mark();
    if (queue != nullptr) queue->wait_for(count);
  }
  void set(const WorkQueue* queue, std::size_t count) {
    const std::lock_guard lock(mutex_);
    mark_ = {queue, count};
  }
  std::pair<const WorkQueue*, std::size_t> mark() const {
    const std::lock_guard lock(mutex_);
    return mark_;
  }

 private:
  mutable std::mutex mutex_;
  std::pair<const WorkQueue*, std::size_t> mark_ = {nullptr, 0};
};

// Kernels run when they are called, which is when the compute queue has waited for what it was told
// to; all copies are queued.
class QueuedDevice final : public Device {
 public:
  explicit QueuedDevice(std::unique_ptr<Device> simulated) : simulated_(std::move(simulated)) {}

  const DeviceInfo& info() const override { return simulated_->info(); }
  DeviceType kernels() const override { return simulated_->kernels(); }
  Memory& memory() override { return simulated_->memory(); }
  Memory& host_memory() override { return simulated_->host_memory(); }

  void copy_from_host(void* to, const void* from, std::size_t bytes) override {
    synchronize();
    std::memcpy(to, from, bytes);
  }
  void copy_to_host(void* to, const void* from, std::size_t bytes) override {
    synchronize();
    std::memcpy(to, from, bytes);
  }
  bool copy_from_peer(void*, const void*, std::size_t) override { return false; }

  void queue_copy_from_host(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override {
    const auto* first = static_cast<const std::byte*>(from);
    queue_of(queue).add([to, staged = std::vector<std::byte>(first, first + bytes)] {
      std::memcpy(to, staged.data(), staged.size());
    });
  }
  void queue_copy_to_host(DeviceQueue queue, void* to, const void* from,
                          std::size_t bytes) override {
    queue_of(queue).add([to, from, bytes] { std::memcpy(to, from, bytes); });
  }
  bool queue_copy_from_peer(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override {
    queue_of(queue).add([to, from, bytes] { std::memcpy(to, from, bytes); });
    return true;
  }

  std::unique_ptr<Event> make_event() override { return std::make_unique<QueuedEvent>(); }
  void record(DeviceQueue queue, Event& event) override {
    if (queue == DeviceQueue::compute) {
      static_cast<QueuedEvent&>(event).set(nullptr, 0);
    } else {
      static_cast<QueuedEvent&>(event).set(&queue_of(queue), queue_of(queue).given());
    }
  }
  void wait_for(DeviceQueue queue, const Event& event) override {
    if (queue == DeviceQueue::compute) {
      event.wait();
      return;
    }
    const auto [other, count] = static_cast<const QueuedEvent&>(event).mark();
    if (other == nullptr) return;
    queue_of(queue).add([other, count] { other->wait_for(count); });
  }
  void synchronize() override {
    in_.wait_for(in_.given());
    out_.wait_for(out_.given());
  }

 private:
  WorkQueue& queue_of(DeviceQueue queue) { return queue == DeviceQueue::copies_out ? out_ : in_; }

  std::unique_ptr<Device> simulated_;
  WorkQueue in_;
  WorkQueue out_;
};

}  // namespace graphrun
