// References that point forward: which nodes have them, and the nodes they turn out to be.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/expand_context.h"

namespace graphrun {

class LateInputs {
 public:
  explicit LateInputs(ExpandContext& context) : context_(context) {}

  // Remembers what `node`, just made of `pending`, still lacks.
  void note(NodeId node, const PendingNode& pending);

  // Once everything is expanded: fills it in.
  void bind();

  // The node as it was written. nullptr: it lacked nothing.
  struct Written {
    NodeId node = kNoNode;
    const NodeEntry* entry = nullptr;
    std::size_t first_place = 0;
    std::size_t places_count = 0;
  };
  const Written* find(NodeId node) const;
  std::span<const ValueId> places(const Written& written) const {
    return std::span(places_).subspan(written.first_place, written.places_count);
  }

 private:
  enum class Kind : std::uint8_t { input, control, partner };
  struct Use {
    NodeId node;
    std::uint32_t i;
    Reference reference;
    Kind kind;
  };

  bool note(NodeId node, const Tensors& tensors, Kind kind);
  void fill_in(const Use& use);

  ExpandContext& context_;
  std::vector<Use> uses_;
  std::vector<Written> written_;  // by ascending node
  std::vector<ValueId> places_;
};

}  // namespace graphrun
