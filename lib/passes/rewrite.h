// A pass's edits of a program, gathered and then made at once. A graph never changes: finish()
// makes another.
//
// Nodes that stay keep their names, their places in the file, their devices and their order. What
// the edits leave without readers goes; what nobody read before they do not touch. Colocation is
// not kept: it has done its work when nodes are placed.
//
// All of it takes time linear in the graph's size.

#pragma once

#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "passes/pass.h"

namespace graphrun {

// A node that an old one becomes, or that is new.
struct NodeChange {
  const OpDef* op = nullptr;
  TypeValues types{};
  AttributesId attributes = kNoAttributes;
  std::vector<OutputRef> inputs;  // of the old graph, or of nodes that were added
  std::vector<Output> outputs;    // as they were, where the node is an old one
};

class Rewrite {
 public:
  explicit Rewrite(Program program);

  const Program& program() const { return program_; }
  const Graph& graph() const { return program_.graph; }

  // Whether the tensor is fetched. What is fetched is fetched from where it is redirected to.
  bool is_fetched(NodeId id) const { return is_fetched_[id]; }
  // Whether it sets a variable to its initial value, or is that variable.
  bool is_of_initializer(NodeId id) const { return is_of_initializer_[id]; }

  // Whoever reads `from`, or waits for its node if that has no other output, gets `to` instead.
  // REQUIRES: neither needs the other; they have the same type and shape.
  void redirect(OutputRef from, OutputRef to);
  // What is read where the old graph reads `ref`.
  OutputRef resolved(OutputRef ref) const;

  // Makes `id` another node of the same name, with the same control inputs.
  void replace(NodeId id, NodeChange change);
  // A node that is new, beside `like`: on its device, with its place in the file, and named below
  // it
  // ("product/power_4"). It is there if a node that stays reads it.
  NodeId add(NodeId like, std::string_view name, NodeChange change);
  // Leaves `id` out. REQUIRES: no node that stays needs it, and it is not fetched.
  void drop(NodeId id);

  AttributesId share(Attributes attributes);

  // Counts the work of the pass itself into the report; what is done here is counted already.
  void count_edges(std::size_t edges) const { edges_ += edges; }

  // The program with all of that done; what there was, where nothing was asked for.
  Program finish(PassReport& report);

 private:
  static constexpr std::uint32_t kUnchanged = 0xffffffffu;

  struct Addition {
    NodeId like = kNoNode;
    std::string name;
    std::uint32_t change = 0;  // into changes_
  };
  class Emission;

  std::size_t nodes() const { return graph().size() + additions_.size(); }
  const NodeChange* change_of(NodeId id) const;
  std::span<const OutputRef> inputs_now(NodeId id) const;
  NodeId resolved_control(NodeId id) const;
  // Calls visit(node) for each that `id` needs now.
  template <typename Visit>
  void for_needs(NodeId id, const Visit& visit) const;
  std::vector<bool> nodes_that_stay() const;
  Program rewritten();
  std::string free_name(NodeId like, std::string_view name);

  Program program_;
  std::vector<bool> is_fetched_;         // by NodeId
  std::vector<bool> is_of_initializer_;  // by NodeId
  std::vector<bool> is_dropped_;         // by NodeId; empty: none is
  std::vector<OutputRef> redirects_;     // by position of the output in the graph; empty: none
  std::vector<std::uint32_t> change_of_node_;  // by NodeId, into changes_; empty: none
  std::vector<NodeChange> changes_;
  std::vector<Addition> additions_;  // their NodeIds count on from the graph's
  std::unordered_set<std::string> added_names_;
  std::vector<Attributes> attributes_;  // that were shared here
  bool is_changed_ = false;
  mutable std::size_t edges_ = 0;
};

}  // namespace graphrun
