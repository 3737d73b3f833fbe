#include "placement/node_kinds.h"

#include <cstddef>
#include <functional>
#include <unordered_map>

#include "placement/references.h"

namespace graphrun {
namespace {

struct Key {
  const OpDef* op = nullptr;
  TypeValues types{};
  RequestId request = kNoRequest;
  std::uint32_t outputs = 0;  // one or several, where the op has a list

  friend bool operator==(const Key&, const Key&) = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = std::hash<const OpDef*>()(key.op);
    for (const DType type : key.types) hash = hash * 31 + static_cast<std::size_t>(type);
    hash = hash * 1000003 + key.request;
    return hash * 1000003 + key.outputs;
  }
};

}  // namespace

NodeKinds::NodeKinds(const Graph& graph, const KernelFinder& kernels) {
  std::unordered_map<Key, std::uint32_t, KeyHash> known;
  Key last_key;
  std::uint32_t last_kind = 0;
  kind_of_node_.reserve(graph.size());
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    const Key key{node.op, node.types, node.request, node.outputs};
    if (key != last_key) {
      const auto [found, is_new] = known.try_emplace(key, size());
      if (is_new) {
        kinds_.push_back({.example = id,
                          .types = kernels.types_of(id),
                          .runs_nowhere = kernels.runs_nowhere(id),
                          .is_variable = is_variable(graph, id)});
      }
      last_key = key;
      last_kind = found->second;
    }
    kind_of_node_.push_back(last_kind);
  }
}

}  // namespace graphrun
