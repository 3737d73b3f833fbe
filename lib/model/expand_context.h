// What the parts of an expansion work on together.

#pragma once

#include <vector>

#include "graph/fetch.h"
#include "graph/graph_builder.h"
#include "model/block_scope.h"
#include "model/evaluator.h"
#include "model/expand.h"
#include "model/references.h"
#include "model/variable_reads.h"

namespace graphrun {

struct ExpandContext {
  ExpandContext(Evaluator& the_evaluator, const OpCatalog& the_ops,
                const ExpandOptions& the_options)
      : evaluator(the_evaluator),
        document(the_evaluator.document()),
        reader(the_evaluator.reader()),
        ops(the_ops),
        options(the_options),
        builder(the_evaluator.document().source()),
        references(the_evaluator, builder),
        scopes(the_evaluator, builder, references) {}

  // Throws Error(invalid) when the graph is about to have more nodes than it may.
  void make_room(std::uint64_t nodes, ValueId at);
  NodeId add(const NodeDraft& draft);

  // Stands for what cannot be made, so that what reads it is not at fault, too.
  Reference missing(ValueId at);

  Evaluator& evaluator;
  const Document& document;
  DocumentReader& reader;
  const OpCatalog& ops;
  const ExpandOptions& options;
  GraphBuilder builder;
  References references;
  BlockScopes scopes;
  VariableReads variables;
  std::vector<Initializer> initializers;

 private:
  NodeId missing_ = kNoNode;
};

// A node that is being made: what its entry says of it, references bound as far as they can be.
struct PendingNode {
  ValueId at = kNoValue;
  const NodeEntry* entry = nullptr;
  const OpDef* op = nullptr;  // nullptr: there is no such op
  std::string name;           // empty: it has none that it could have
  RequestId request = kNoRequest;
  SourceMark device_at;
  Tensors inputs;
  std::vector<ValueId> places;  // where each input is written
  Tensors controls;
  Tensors partners;
};

}  // namespace graphrun
