#include "backends/sim/sim_device.h"

#include "backends/cpu/host_memory.h"
#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::kMiB;

DeviceInfo info(int id, std::uint64_t bytes) {
  return session_fixture::machine(id + 1, bytes).back();
}

TEST_CASE("a simulated GPU gives no more memory than its limit") {
  HostMemory host("cpu");
  SimDevice device(info(1, 4 * kMiB), host, true);
  CHECK(device.memory().name() == "GPU_1_bfc");
  CHECK(device.memory().allocate(4 * kMiB + 1) == nullptr);
  void* first = device.memory().allocate(3 * kMiB);
  REQUIRE(first != nullptr);
  CHECK(device.memory().allocate(2 * kMiB) == nullptr);
  device.memory().deallocate(first);
  void* second = device.memory().allocate(4 * kMiB);
  CHECK(second != nullptr);
  device.memory().deallocate(second);
}

TEST_CASE("without growth a simulated GPU takes its whole memory at once") {
  HostMemory host("cpu");
  SimDevice whole(info(0, 256 * kMiB), host, false);
  SimDevice growing(info(0, 256 * kMiB), host, true);
  for (SimDevice* device : {&whole, &growing}) {
    device->memory().deallocate(device->memory().allocate(1000));
  }
  CHECK(whole.memory().statistics().reserved_bytes == 256 * kMiB);
  CHECK(growing.memory().statistics().reserved_bytes == 1 * kMiB);
}

TEST_CASE("a simulated GPU may have more memory than the machine, until it is touched") {
  HostMemory host("cpu");
  SimDevice device(info(0, std::uint64_t{1} << 42), host, false);
  void* piece = device.memory().allocate(kMiB);
  REQUIRE(piece != nullptr);
  static_cast<char*>(piece)[kMiB - 1] = 1;
  device.memory().deallocate(piece);
}

TEST_CASE("a simulated GPU runs the CPU's kernels in a memory of its own") {
  HostMemory host("cpu");
  SimDevice device(info(0, kMiB), host, true);
  CHECK(device.kernels() == DeviceType::cpu);
  CHECK(device.info().name.type == DeviceType::gpu);
  CHECK(&device.memory() != &device.host_memory());
  CHECK(&device.host_memory() == &host);
  void* piece = device.memory().allocate(1000);
  CHECK(host.statistics() == HostMemory("other").statistics());
  CHECK(device.memory().statistics().in_use_bytes == 1024);
  CHECK(device.memory().report(1000).find("GPU_0_bfc") != std::string::npos);
  device.memory().deallocate(piece);
}

}  // namespace
}  // namespace graphrun
