#include "runtime/run_memory.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <thread>

#include "base/error.h"
#include "runtime/bfc_report.h"
#include "runtime/interrupt.h"

namespace graphrun {
namespace {

// As TensorFlow's allocator waits for others to free memory before it gives up.
constexpr std::chrono::seconds kPatience{10};
// With nobody at work for so long, nobody will free any.
constexpr std::chrono::milliseconds kQuiet{20};
constexpr std::chrono::milliseconds kPause{1};

constexpr std::size_t kMostBytes = std::size_t{1} << 60;

}  // namespace

RunMemory::RunMemory(const Graph& graph, const Placement& placement, const Plan& plan,
                     Devices& devices, const KeptBuffers& kept, const Workers& workers)
    : graph_(graph),
      placement_(placement),
      plan_(plan),
      kept_(kept),
      workers_(workers),
      buffers_(std::make_unique<Buffer[]>(plan.slots.size())),
      holders_(std::make_unique<std::atomic<SlotId>[]>(plan.slots.size())) {
  for (const Space& space : plan.spaces) {
    Device& device = *devices.devices[space.device];
    memories_.push_back(space.is_host ? &device.host_memory() : &device.memory());
  }
}

void RunMemory::begin_run() {
  for (SlotId slot = 0; slot < plan_.slots.size(); ++slot) {
    holders_[slot].store(slot, std::memory_order_relaxed);
  }
}

void RunMemory::allocate(Buffer& buffer, SpaceId space, DType dtype, const Shape& shape,
                         NodeId node, Worker& worker) {
  Memory& memory = *memories_[space];
  const auto elements = shape.checked_elements();
  const std::size_t each = bytes_per_element(dtype);
  if (!elements || static_cast<std::size_t>(*elements) > kMostBytes / each) {
    run_out(space, dtype, shape, node, kMostBytes);
  }
  const auto count = static_cast<std::size_t>(*elements);
  if (buffer.allocate(memory, dtype, count)) return;

  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + kPatience;
  auto last_busy = Clock::now();
  worker.is_busy.store(false, std::memory_order_relaxed);
  while (Clock::now() < give_up && Clock::now() - last_busy < kQuiet && !is_interrupted()) {
    if (workers_.others_are_busy(worker)) last_busy = Clock::now();
    std::this_thread::sleep_for(kPause);
    if (buffer.allocate(memory, dtype, count)) {
      worker.is_busy.store(true, std::memory_order_relaxed);
      return;
    }
  }
  run_out(space, dtype, shape, node, count * each);
}

void RunMemory::run_out(SpaceId space, DType dtype, const Shape& shape, NodeId node,
                        std::size_t bytes) const {
  const Memory& memory = *memories_[space];
  const BfcStatistics statistics = memory.statistics();
  std::vector<MemoryHolder> holders;
  std::size_t known = 0;
  const auto add = [&](std::string name, std::size_t held) {
    holders.push_back({std::move(name), held});
    known += held;
  };
  for (SlotId slot = 0; slot < plan_.slots.size(); ++slot) {
    if (buffers_[slot].memory() != &memory) continue;
    const SlotId holder = holders_[slot].load(std::memory_order_relaxed);
    add(graph_.tensor_name(plan_.slots[holder].tensor), buffers_[slot].bytes());
  }
  for (const KeptBuffers::Kept& kept : kept_.list()) {
    if (kept.memory == &memory) add(std::string(graph_.node(kept.node).name), kept.bytes);
  }
  if (statistics.in_use_bytes > known) {
    holders.push_back({"rounding up", statistics.in_use_bytes - known});
  }
  const DeviceName& device = placement_.devices[plan_.spaces[space].device];
  throw Error(
      ExitStatus::device,
      fmt::format("ResourceExhaustedError: OOM when allocating tensor with shape{} and type "
                  "{} on {} by allocator {}\n'{}' {}",
                  to_string(shape), message_name(dtype), to_string(device), memory.name(),
                  graph_.node(node).name,
                  out_of_memory_text(bytes, memory.name(), statistics, holders)));
}

}  // namespace graphrun
