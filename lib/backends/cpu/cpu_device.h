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

 private:
  DeviceInfo info_;
  Memory& host_;
};

}  // namespace graphrun
