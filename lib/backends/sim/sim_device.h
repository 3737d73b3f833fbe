// A simulated GPU: real in every respect but the silicon. It has a memory of its own with a limit
// of its own, divided by the same allocator as a real one's, and shares nothing: what another
// device made reaches it by a copy or not at all. It runs the CPU's kernels on that memory.

#pragma once

#include "backends/sim/mapped_regions.h"
#include "runtime/device.h"

namespace graphrun {

class SimDevice final : public Device {
 public:
  // info.memory_limit_bytes bounds its memory; without `allow_growth` all of it is taken at once.
  SimDevice(DeviceInfo info, Memory& host, bool allow_growth);

  const DeviceInfo& info() const override { return info_; }
  DeviceType kernels() const override { return DeviceType::cpu; }
  Memory& memory() override { return memory_; }
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
  class BfcMemory final : public Memory {
   public:
    BfcMemory(const std::string& name, std::size_t limit_bytes, bool allow_growth);

    void* allocate(std::size_t bytes) override { return allocator_.allocate(bytes); }
    void deallocate(void* memory) noexcept override { allocator_.deallocate(memory); }
    const std::string& name() const override { return allocator_.name(); }
    BfcStatistics statistics() const override { return allocator_.statistics(); }
    std::string report(std::size_t requested_bytes) const override;

   private:
    MappedRegions regions_;
    BfcAllocator allocator_;
  };

  DeviceInfo info_;
  Memory& host_;
  BfcMemory memory_;
};

}  // namespace graphrun
