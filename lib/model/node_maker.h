// Makes the nodes of an entry that has an `op`.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/attribute_cache.h"
#include "model/expand_context.h"
#include "model/input_constants.h"
#include "model/late_inputs.h"

namespace graphrun {

class NodeMaker {
 public:
  explicit NodeMaker(ExpandContext& context);

  void make(ValueId at, const NodeEntry& entry, const BlockScope& scope);

  // Once everything is expanded: binds the references that pointed forward.
  void bind_late_inputs() { late_.bind(); }

  // Complains of nodes that do not fit their inputs and have not been complained of.
  void report_late_faults();

 private:
  bool prepare(ValueId at, const NodeEntry& entry, const BlockScope& scope);
  const OpDef* find_op(const NodeEntry& entry);
  bool gather_inputs(const BlockScope& scope);
  bool gather_input(ValueId at, std::string_view prefix);
  void find_name(const BlockScope& scope);

  bool finish_inputs(const SharedAttributes& attributes);
  void complain_of_input_count();
  bool take_wanted_output(std::size_t i);

  // False with a complaint.
  bool add_node(const SharedAttributes& attributes);
  bool make_composite(const SharedAttributes& attributes);
  std::span<const NodeId> ids_of(Tensors& tensors, std::vector<NodeId>& ids);

  void bind(Reference result);
  void bind_missing();
  void report_faults();
  void complain_of(const GraphFault& fault, const NodeEntry& entry,
                   std::span<const ValueId> places);

  ExpandContext& context_;
  const Document& document_;
  DocumentReader& reader_;
  GraphBuilder& builder_;
  AttributeCache attributes_;
  InputConstants constants_;
  LateInputs late_;

  // The node at hand, kept so that a node costs no allocation.
  PendingNode node_;
  std::vector<NodeId> controls_;
  std::vector<NodeId> partners_;
};

}  // namespace graphrun
