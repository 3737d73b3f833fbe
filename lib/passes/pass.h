// Passes: each rewrites a placed program into one that computes the same with less work. Placement
// is decided, and logged, on the graph as written; a rewrite keeps the devices that it finds.
//
// Results are the same to the bit, but for passes that `reassociate` sums, and for products of
// transposed operands whose library sums them in other pieces (docs/passes.md). What is never
// touched: ops that are stateful, what reads or writes a variable, and what control inputs order.
// Errors of a run stay errors of the run, at the same node.
//
// Each pass takes time linear in the graph's size, but for constant work bounded in
// constant_folding.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/op_catalog.h"
#include "passes/program.h"
#include "runtime/devices.h"

namespace graphrun {

// What a pass may ask beside the program.
struct PassContext {
  const OpCatalog& ops;
  const OpDef& fused_row;  // that the pass `fuse` makes its ops of: see kernels/fused_elementwise.h
  const Devices& devices;  // by DeviceIndex
};

// Products of matrices: as the graph file has them, and as they are computed.
struct ProductCount {
  std::size_t written = 0;
  std::size_t run = 0;

  friend bool operator==(const ProductCount&, const ProductCount&) = default;
};

// What a pass did.
struct PassReport {
  std::string_view pass;
  std::size_t nodes_before = 0;
  std::size_t nodes_after = 0;
  bool has_changed = false;
  std::string sentence;                  // "made 20 element-wise nodes 1"
  std::optional<ProductCount> products;  // of the pass `power`
  // Inputs, readers and control inputs that were looked at: grows as the graph does, no faster.
  std::size_t edges_looked_at = 0;
};

struct Pass {
  std::string_view name;
  std::string_view summary;
  bool reassociates = false;  // changes the rounding of results, so it is off unless asked for
  // Sets the report but for the counts of nodes.
  Program (*run)(Program program, const PassContext& context, PassReport& report) = nullptr;
};

// In the order in which they run.
std::span<const Pass> all_passes();

// nullptr: there is none of that name.
const Pass* find_pass(std::string_view name);

}  // namespace graphrun
