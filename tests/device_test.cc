// What every device must do, whatever stands behind it.

#include "runtime/device.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include "backends/open_devices.h"
#include "catch.h"
#include "gpu_fixture.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::kMiB;
using session_fixture::machine;

// A client with two GPUs and another task with one.
std::vector<DeviceInfo> two_tasks() {
  std::vector<DeviceInfo> infos = machine(2);
  infos.push_back({.name = {.job = "worker"}, .is_simulated = true});
  DeviceInfo remote = machine(1).back();
  remote.name.job = "worker";
  infos.push_back(remote);
  return infos;
}

template <typename Check>
void for_each_device_of(const std::vector<DeviceInfo>& infos, const Check& check) {
  for (std::size_t i = 0; i < infos.size(); ++i) {
    DYNAMIC_SECTION(to_string(infos[i].name) << ' ' << infos[i].model) {
      Devices devices = open_devices(infos, true);
      check(*devices.devices[i], devices);
    }
  }
}

// The simulated ones, and this machine's GPUs.
template <typename Check>
void for_each_device(const Check& check) {
  for_each_device_of(two_tasks(), check);
  std::vector<DeviceInfo> gpus = gpu_fixture::machine();
  if (!gpus.empty()) gpus.erase(gpus.begin());  // the CPU, which is among those above
  for_each_device_of(gpus, check);
}

std::vector<std::uint8_t> pattern(std::size_t bytes, int seed) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    data[i] = static_cast<std::uint8_t>(i * 7 + i / 251 + static_cast<std::size_t>(seed));
  }
  return data;
}

TEST_CASE("devices are opened in the order of their infos, which they keep") {
  const std::vector<DeviceInfo> infos = two_tasks();
  const Devices devices = open_devices(infos, false);
  CHECK(devices.names() == session_fixture::names(infos));
  CHECK(devices.hosts.size() == 2);
  REQUIRE(devices.infos().size() == infos.size());
  CHECK(devices.infos()[1].memory_limit_bytes == infos[1].memory_limit_bytes);
}

TEST_CASE("the devices of a task share its host's memory, and no other's") {
  const Devices opened = open_devices(two_tasks(), true);
  const auto& devices = opened.devices;
  CHECK(&devices[0]->host_memory() == &devices[1]->host_memory());
  CHECK(&devices[0]->host_memory() == &devices[2]->host_memory());
  CHECK(&devices[3]->host_memory() == &devices[4]->host_memory());
  CHECK(&devices[0]->host_memory() != &devices[3]->host_memory());
  CHECK(devices[0]->host_memory().name() == "cpu");
  CHECK(devices[3]->host_memory().name() == "cpu of /job:worker/task:0");
}

TEST_CASE("a CPU's memory is its host's, a GPU's is its own") {
  std::set<Memory*> own;
  const Devices devices = open_devices(two_tasks(), true);
  for (const auto& device : devices.devices) {
    const bool is_cpu = device->info().name.type == DeviceType::cpu;
    CHECK((&device->memory() == &device->host_memory()) == is_cpu);
    own.insert(&device->memory());
  }
  CHECK(own.size() == devices.devices.size());
}

TEST_CASE("a device brings back what it was given", "[gpu]") {
  for_each_device([](Device& device, Devices&) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{7}, std::size_t{4096},
                                    static_cast<std::size_t>(3 * kMiB + 5)}) {
      void* memory = device.memory().allocate(bytes);
      REQUIRE(memory != nullptr);
      CHECK(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0);
      const auto sent = pattern(bytes, 1);
      device.copy_from_host(memory, sent.data(), bytes);
      std::vector<std::uint8_t> received(bytes);
      device.copy_to_host(received.data(), memory, bytes);
      CHECK((received == sent));
      device.memory().deallocate(memory);
    }
  });
}

TEST_CASE("pieces of a device's memory do not overlap", "[gpu]") {
  for_each_device([](Device& device, Devices&) {
    constexpr std::size_t kBytes = 10000;
    std::vector<void*> pieces;
    for (int i = 0; i < 50; ++i) {
      pieces.push_back(device.memory().allocate(kBytes));
      REQUIRE(pieces.back() != nullptr);
      device.copy_from_host(pieces.back(), pattern(kBytes, i).data(), kBytes);
    }
    std::vector<std::uint8_t> received(kBytes);
    for (int i = 0; i < 50; ++i) {
      device.copy_to_host(received.data(), pieces[static_cast<std::size_t>(i)], kBytes);
      CHECK((received == pattern(kBytes, i)));
    }
    for (void* piece : pieces) device.memory().deallocate(piece);
  });
}

TEST_CASE("a device copies from another of its kind, or says that it cannot") {
  Devices opened = open_devices(two_tasks(), true);
  Device& from = *opened.devices[1];
  Device& to = *opened.devices[2];
  constexpr std::size_t kBytes = 100000;
  void* source = from.memory().allocate(kBytes);
  void* target = to.memory().allocate(kBytes);
  const auto sent = pattern(kBytes, 3);
  from.copy_from_host(source, sent.data(), kBytes);
  if (to.copy_from_peer(target, source, kBytes)) {
    std::vector<std::uint8_t> received(kBytes);
    to.copy_to_host(received.data(), target, kBytes);
    CHECK((received == sent));
  }
  from.memory().deallocate(source);
  to.memory().deallocate(target);
}

TEST_CASE("a queue's copies bring back what they were given, once it is synchronized", "[gpu]") {
  for_each_device([](Device& device, Devices&) {
    constexpr std::size_t kBytes = 5 * kMiB + 3;
    void* memory = device.memory().allocate(kBytes);
    REQUIRE(memory != nullptr);
    const auto sent = pattern(kBytes, 2);
    auto lent = sent;
    device.queue_copy_from_host(DeviceQueue::copies_in, memory, lent.data(), kBytes);
    std::ranges::fill(lent, std::uint8_t{0});  // it may be changed when the call returns
    if (const auto event = device.make_event(); event != nullptr) {
      CHECK(event->is_done());  // never set
      device.record(DeviceQueue::copies_in, *event);
      device.wait_for(DeviceQueue::copies_out, *event);
    }
    std::vector<std::uint8_t> received(kBytes);
    device.queue_copy_to_host(DeviceQueue::copies_out, received.data(), memory, kBytes);
    device.synchronize();
    CHECK((received == sent));
    device.memory().deallocate(memory);
  });
}

// An event that counts those who waited for it.
class CountingEvent final : public Event {
 public:
  bool is_done() const override { return waits > 0; }
  void wait() const override { ++waits; }

  mutable int waits = 0;
};

TEST_CASE("what is done when its call returns has no events, and waits for another's at once") {
  for_each_device_of(two_tasks(), [](Device& device, Devices&) {
    CHECK(device.make_event() == nullptr);
    const CountingEvent event;
    device.wait_for(DeviceQueue::compute, event);
    CHECK(event.waits == 1);
  });
}

TEST_CASE("a device's memory is taken and given back by several threads at once", "[gpu]") {
  for_each_device([](Device& device, Devices&) {
    std::vector<std::thread> threads;
    std::vector<int> lost(4);
    for (std::size_t t = 0; t < lost.size(); ++t) {
      threads.emplace_back([&device, &lost, t] {
        for (std::size_t i = 0; i < 200; ++i) {
          const std::size_t bytes = 1 + (i * 7919 + t) % 200000;
          void* memory = device.memory().allocate(bytes);
          if (memory == nullptr) {
            ++lost[t];
            continue;
          }
          const auto mark = static_cast<std::uint8_t>(t);
          device.copy_from_host(static_cast<char*>(memory) + bytes - 1, &mark, 1);
          std::uint8_t read = 0xff;
          device.copy_to_host(&read, static_cast<char*>(memory) + bytes - 1, 1);
          lost[t] += read == mark ? 0 : 1;
          device.memory().deallocate(memory);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(std::accumulate(lost.begin(), lost.end(), 0) == 0);
  });
}

TEST_CASE("a GPU refuses what is larger than its limit and goes on") {
  Devices opened = open_devices(machine(1, 8 * kMiB), true);
  Memory& memory = opened.devices[1]->memory();
  CHECK(memory.statistics().limit_bytes == 8 * kMiB);
  CHECK(memory.allocate(9 * kMiB) == nullptr);
  void* piece = memory.allocate(7 * kMiB);
  CHECK(piece != nullptr);
  CHECK(memory.statistics().peak_in_use_bytes >= 7 * kMiB);
  memory.deallocate(piece);
  CHECK(memory.statistics().in_use_bytes == 0);
}

}  // namespace
}  // namespace graphrun
