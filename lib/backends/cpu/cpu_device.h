// The CPU: its memory is its host's, and nothing is copied to it from there.

#pragma once

#include "runtime/device.h"

namespace graphrun {

class CpuDevice final : public Device {
 public:
  CpuDevice(DeviceInfo info, Memory& host) : info_(std::move(info)), host_(host) {}

  const DeviceInfo& info() const override { return info_; }
  DeviceType kernels() const override { return DeviceType::cpu; }
  Memory& memory() override { return host_; }
  Memory& host_memory() override { return host_; }
  void copy_from_host(void* to, const void* from, std::size_t bytes) override;
  void copy_to_host(void* to, const void* from, std::size_t bytes) override;
  bool copy_from_peer(void* to, const void* from, std::size_t bytes) override;
  void queue_copy_from_host(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override;
  void queue_copy_to_host(DeviceQueue queue, void* to, const void* from,
                          std::size_t bytes) override;
  bool queue_copy_from_peer(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override;
  // All work is done when its call returns.
  std::unique_ptr<Event> make_event() override { return nullptr; }
  void record(DeviceQueue, Event&) override;
  void wait_for(DeviceQueue, const Event& event) override { event.wait(); }
  void synchronize() override {}

 private:
  DeviceInfo info_;
  Memory& host_;
};

}  // namespace graphrun
