#include "passes/power_chains.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "passes/rewrite.h"
#include "passes/values.h"

namespace graphrun {
namespace {

// Beyond this an exponent is not counted on: the product is a matrix of its own.
constexpr std::uint64_t kMostExponent = std::uint64_t{1} << 62;

// A tensor as a power of another.
struct Power {
  OutputRef base;
  std::uint64_t exponent = 1;
};

// The products to be made for some powers, by exponent: the exponents of the two factors.
class PowerPlan {
 public:
  void require(std::uint64_t exponent) {
    if (exponent == 1 || factors_.contains(exponent)) return;
    const std::uint64_t highest = std::bit_floor(exponent);
    const std::uint64_t a = highest == exponent ? exponent / 2 : highest;
    require(a);
    require(exponent - a);
    factors_[exponent] = {a, exponent - a};
  }

  std::size_t products() const { return factors_.size(); }
  // In ascending order: factors come before what they make.
  const std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>& factors() const {
    return factors_;
  }

 private:
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> factors_;
};

class Shortening {
 public:
  explicit Shortening(Program program)
      : rewrite_(std::move(program)),
        waited_for_(nodes_waited_for(graph())),
        chain_of_(graph().size(), kNone) {}

  Program run(PassReport& report) {
    for (const NodeId id : graph().order()) {
      if (may_be_power(id)) note(id);
    }
    ProductCount products;
    for (const Chain& chain : chains_) {
      products.written += chain.nodes.size();
      products.run += shorten(chain);
    }
    report.products = products;
    report.sentence = fmt::format("made {} products of powers {}", products.written, products.run);
    return rewrite_.finish(report);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // The products that are powers of one matrix, on one device, in the graph's order.
  struct Chain {
    OutputRef base;
    std::vector<NodeId> nodes;
    std::vector<std::uint64_t> exponents;  // by position in nodes
  };

  const Graph& graph() const { return rewrite_.graph(); }
  DeviceIndex device(NodeId id) const { return rewrite_.program().placement.nodes[id].device; }

  // A product of square matrices as they are.
  bool may_be_power(NodeId id) const {
    const Node& node = graph().node(id);
    if (node.op->name != "MatMul" || !is_function(graph(), id)) return false;
    const Attributes& attributes = graph().attributes(id);
    if (attributes.boolean("transpose_a") || attributes.boolean("transpose_b")) return false;
    const Shape& shape = graph().output({id, 0}).shape;
    return shape.is_complete() && shape[0] == shape[1] &&
           graph().output(graph().inputs(id)[0]).shape == shape;
  }

  Power power_of(OutputRef ref, DeviceIndex where) const {
    const std::uint32_t chain = chain_of_[ref.node];
    if (chain == kNone || device(ref.node) != where) return {ref, 1};
    return {chains_[chain].base, exponent_of_.at(ref.node)};
  }

  void note(NodeId id) {
    const DeviceIndex where = device(id);
    const Power a = power_of(graph().inputs(id)[0], where);
    const Power b = power_of(graph().inputs(id)[1], where);
    if (a.base != b.base || a.exponent + b.exponent > kMostExponent) return;
    const auto [found, is_new] = chain_with_.try_emplace(
        std::tuple(a.base, where), static_cast<std::uint32_t>(chains_.size()));
    if (is_new) chains_.push_back({.base = a.base});
    chain_of_[id] = found->second;
    Chain& chain = chains_[found->second];
    chain.nodes.push_back(id);
    chain.exponents.push_back(a.exponent + b.exponent);
    exponent_of_[id] = a.exponent + b.exponent;
  }

  // Whether anything but a further power of the chain needs it.
  bool is_needed(NodeId id) const {
    const auto readers = graph().consumers(id);
    rewrite_.count_edges(readers.size());
    return rewrite_.is_fetched(id) || waited_for_[id] || readers.empty() ||
           std::ranges::any_of(readers,
                               [&](NodeId reader) { return chain_of_[reader] != chain_of_[id]; });
  }

  // How many products the chain has then.
  std::size_t shorten(const Chain& chain) {
    PowerPlan plan;
    std::map<std::uint64_t, NodeId> node_of;  // the first that is that power
    for (std::size_t i = 0; i < chain.nodes.size(); ++i) {
      node_of.try_emplace(chain.exponents[i], chain.nodes[i]);
      if (is_needed(chain.nodes[i])) plan.require(chain.exponents[i]);
    }
    if (plan.products() >= chain.nodes.size()) return chain.nodes.size();
    const auto tensor = [&](std::uint64_t exponent) {
      return exponent == 1 ? chain.base : OutputRef{node_of.at(exponent), 0};
    };
    for (const auto& [exponent, factors] : plan.factors()) {
      NodeChange change = product_like(chain.nodes.front());
      change.inputs = {tensor(factors.first), tensor(factors.second)};
      const auto written = node_of.find(exponent);
      if (written != node_of.end()) {
        rewrite_.replace(written->second, std::move(change));
      } else {
        node_of[exponent] =
            rewrite_.add(chain.nodes.back(), fmt::format("power_{}", exponent), std::move(change));
      }
    }
    for (std::size_t i = 0; i < chain.nodes.size(); ++i) {
      const NodeId first = node_of.at(chain.exponents[i]);
      if (first != chain.nodes[i] && is_needed(chain.nodes[i])) {
        rewrite_.redirect({chain.nodes[i], 0}, {first, 0});
      }
    }
    return plan.products();
  }

  NodeChange product_like(NodeId id) const {
    const Node& node = graph().node(id);
    const auto outputs = graph().outputs(id);
    return {.op = node.op,
            .types = node.types,
            .attributes = node.attributes,
            .outputs = {outputs.begin(), outputs.end()}};
  }

  Rewrite rewrite_;
  std::vector<bool> waited_for_;         // by NodeId
  std::vector<std::uint32_t> chain_of_;  // by NodeId, into chains_
  std::unordered_map<NodeId, std::uint64_t> exponent_of_;
  std::map<std::tuple<OutputRef, DeviceIndex>, std::uint32_t> chain_with_;
  std::vector<Chain> chains_;
};

}  // namespace

Program shorten_power_chains(Program program, const PassContext&, PassReport& report) {
  return Shortening(std::move(program)).run(report);
}

}  // namespace graphrun
