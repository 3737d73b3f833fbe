// Makes the nodes that an op such as tf.Variable stands for.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/composite.h"
#include "model/attribute_cache.h"
#include "model/expand_context.h"

namespace graphrun {

class CompositeMaker final : public CompositeContext {
 public:
  // REQUIRES: no reference of `node` points forward.
  CompositeMaker(ExpandContext& context, const PendingNode& node,
                 const SharedAttributes& attributes);

  std::string_view name() const override { return node_.name; }
  std::span<const OutputRef> inputs() const override { return node_.inputs.all; }
  const Attributes& attributes() const override;
  std::optional<DType> dtype() const override;
  const Output& output(OutputRef ref) const override {
    return context_.builder.graph().output(ref);
  }

  OutputRef add(const NodeOf& node) override;

  void set_result(OutputRef result) override { result_ = result; }
  void set_variable(OutputRef variable) override { context_.variables.add(variable, result_); }
  void add_initializer(NodeId variable, NodeId assign) override {
    context_.initializers.push_back({variable, assign});
  }

  OutputRef result() const { return result_; }

 private:
  ExpandContext& context_;
  const PendingNode& node_;
  const SharedAttributes& attributes_;
  std::vector<NodeId> controls_;
  std::vector<NodeId> partners_;
  OutputRef result_;
};

}  // namespace graphrun
