// What a block hands to its entries, as Python's `with` does: a device, a name scope, nodes to wait
// for, nodes to share a device with.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/references.h"

namespace graphrun {

struct BlockScope {
  RequestId request = kNoRequest;
  SourceMark device_at;
  std::string prefix;  // "tower/"
  std::vector<Reference> controls;
  std::vector<Reference> partners;
};

class BlockScopes {
 public:
  BlockScopes(Evaluator& evaluator, GraphBuilder& builder, References& references)
      : evaluator_(evaluator), builder_(builder), references_(references) {}

  // The scope of what a block holds.
  BlockScope inside(const BlockKeys& keys, const BlockScope& outer);

  // Merges a device over the one that is asked for, as tf.device does; null asks for none, as
  // tf.device(None). `at` says the device.
  void apply_device(ValueId at, RequestId& request, SourceMark& device_at);

 private:
  void apply_name_scope(ValueId at, std::string& prefix);
  void gather(ValueId at, const std::string& prefix, std::vector<Reference>& into);
  std::optional<RequestId> merged(ValueId at, RequestId outer, const std::string& device);

  Evaluator& evaluator_;
  GraphBuilder& builder_;
  References& references_;
  // Of an outer request and the text over it; nullopt: the text is not a device.
  std::map<std::pair<RequestId, std::string>, std::optional<RequestId>> merged_;
};

}  // namespace graphrun
