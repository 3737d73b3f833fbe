#include "passes/merging.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "passes/equal_attributes.h"
#include "passes/rewrite.h"
#include "passes/values.h"

namespace graphrun {
namespace {

class Merging {
 public:
  explicit Merging(Program program)
      : rewrite_(std::move(program)),
        first_equal_(first_equal_attributes(graph())),
        seen_(graph().size(), Hash{*this}, Equal{*this}) {}

  Program run(PassReport& report) {
    std::size_t merged = 0;
    for (const NodeId id : graph().order()) {
      if (!may_merge(id)) continue;
      const auto [first, is_new] = seen_.insert(id);
      if (is_new) continue;
      for (std::uint32_t i = 0; i < graph().node(id).outputs; ++i) {
        rewrite_.redirect({id, i}, {*first, i});
      }
      ++merged;
    }
    report.sentence = fmt::format("merged {} of {} nodes with others", merged, graph().size());
    return rewrite_.finish(report);
  }

 private:
  // Of nodes, by what they compute.
  struct Hash {
    const Merging& merging;
    std::size_t operator()(NodeId id) const { return merging.hash_of(id); }
  };
  struct Equal {
    const Merging& merging;
    bool operator()(NodeId a, NodeId b) const { return merging.are_equal(a, b); }
  };

  const Graph& graph() const { return rewrite_.graph(); }

  DeviceIndex device(NodeId id) const { return rewrite_.program().placement.nodes[id].device; }

  // A placeholder is what it is fed with.
  bool may_merge(NodeId id) const {
    const Node& node = graph().node(id);
    return node.outputs > 0 && is_function(graph(), id) && node.op->declared_in.empty() &&
           node.op->name != "Placeholder";
  }

  std::size_t hash_of(NodeId id) const {
    const Node& node = graph().node(id);
    std::size_t hash = std::hash<const OpDef*>()(node.op);
    const auto mix = [&](std::size_t with) {
      hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    };
    for (const DType type : node.types) mix(static_cast<std::size_t>(type));
    mix(first_equal_[node.attributes]);
    mix(device(id));
    for (const OutputRef input : graph().inputs(id)) {
      const OutputRef from = rewrite_.resolved(input);
      mix(std::size_t{from.node} << 8 | from.index);
    }
    return hash;
  }

  bool are_equal(NodeId a, NodeId b) const {
    const Node& x = graph().node(a);
    const Node& y = graph().node(b);
    return x.op == y.op && x.types == y.types && x.outputs == y.outputs &&
           first_equal_[x.attributes] == first_equal_[y.attributes] && device(a) == device(b) &&
           std::ranges::equal(graph().inputs(a), graph().inputs(b), [&](OutputRef p, OutputRef q) {
             return rewrite_.resolved(p) == rewrite_.resolved(q);
           });
  }

  Rewrite rewrite_;
  std::vector<AttributesId> first_equal_;  // by AttributesId
  std::unordered_set<NodeId, Hash, Equal> seen_;
};

}  // namespace

Program merge_equal_nodes(Program program, const PassContext&, PassReport& report) {
  return Merging(std::move(program)).run(report);
}

}  // namespace graphrun
