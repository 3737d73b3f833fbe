// What a run does, in which order, and what each step waits for: made once, carried out often.
//
// A plan keeps what the fetches need. A tensor that is read in another memory than the one it is
// made in is copied there once, however many read it there (core/graph/graph_partition.cc); but a
// variable's value is copied for each reader with control inputs, after these. Tensors are
// numbered: a slot holds one tensor in one memory, and is free again after its last reader.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/fetch.h"
#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

using SlotId = std::uint32_t;
using StepId = std::uint32_t;
using SpaceId = std::uint32_t;
using LaneId = std::uint32_t;
inline constexpr SlotId kNoSlotId = 0xffffffffu;

// A memory that tensors can be in: of a host (a task of a job), or of a GPU.
struct Space {
  DeviceIndex device = 0;  // a device whose memory, or whose host's memory, it is
  bool is_host = true;
};

// What work queues on. Host work has one lane, shared by a pool of threads; each GPU has three that
// work in order.
struct Lane {
  enum class Kind : std::uint8_t { host, compute, copies_in, copies_out };

  Kind kind = Kind::host;
  DeviceIndex device = 0;
};

struct Slot {
  OutputRef tensor;
  SpaceId space = 0;
  std::uint32_t readers = 0;  // steps, and one for a fetch
};

// Computes a node, or copies a tensor to another space.
struct Step {
  NodeId node = kNoNode;  // of a copy: the node whose tensor it is
  bool is_copy = false;
  LaneId lane = 0;
  std::uint32_t first_input = 0;  // into Plan::inputs: slots
  std::uint32_t inputs = 0;
  SlotId first_output = 0;  // outputs have neighbouring slots
  std::uint32_t outputs = 0;
  std::uint32_t first_successor = 0;  // into Plan::successors
  std::uint32_t successors = 0;
  std::uint32_t waits_for = 0;  // steps that must be done before
};

struct Plan {
  std::vector<Space> spaces;
  std::vector<Lane> lanes;  // the first is the host's
  std::vector<Slot> slots;
  std::vector<Step> steps;  // in an order that can run
  std::vector<SlotId> inputs;
  std::vector<StepId> successors;
  // Of each placeholder that is fed, the slot in host memory that the fed tensor goes into.
  struct FedSlot {
    NodeId placeholder;
    SlotId slot;
  };
  std::vector<FedSlot> fed;
  std::vector<SlotId> fetched;  // by fetch; kNoSlotId: it has no value

  std::span<const SlotId> inputs_of(const Step& step) const {
    return std::span(inputs).subspan(step.first_input, step.inputs);
  }
  std::span<const StepId> successors_of(const Step& step) const {
    return std::span(successors).subspan(step.first_successor, step.successors);
  }
};

// Throws Error(invalid) when a placeholder that the fetches need is not in `fed`.
Plan make_plan(const Graph& graph, const Placement& placement, std::span<const Fetch> fetches,
               std::span<const NodeId> fed);

// The nodes that the fetches need: by NodeId.
std::vector<bool> needed_nodes(const Graph& graph, std::span<const Fetch> fetches);

}  // namespace graphrun
