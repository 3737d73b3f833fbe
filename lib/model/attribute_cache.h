// The attributes of nodes, read once where an entry is expanded many times and they cannot change.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph_builder.h"
#include "model/attribute_reader.h"
#include "model/evaluator.h"

namespace graphrun {

struct SharedAttributes {
  AttributesId id = kNoAttributes;
  std::vector<std::optional<DType>> types;
  std::vector<NodeAttributes::InputValue> inputs;
};

class AttributeCache {
 public:
  // `folder` is where relative file names start.
  AttributeCache(Evaluator& evaluator, GraphBuilder& builder, const std::string& folder)
      : evaluator_(evaluator), builder_(builder), folder_(folder), slots_(evaluator.file().slots) {}

  // nullptr with a complaint. Good until the next call.
  const SharedAttributes* attributes_of(const NodeEntry& entry, const OpDef& op);

 private:
  std::optional<SharedAttributes> read(const NodeEntry& entry, const OpDef& op);

  Evaluator& evaluator_;
  GraphBuilder& builder_;
  const std::string& folder_;
  std::vector<std::optional<SharedAttributes>> slots_;           // by NodeEntry::slot
  std::unordered_map<const OpDef*, SharedAttributes> defaults_;  // of entries without attributes
  std::optional<SharedAttributes> fresh_;
};

}  // namespace graphrun
