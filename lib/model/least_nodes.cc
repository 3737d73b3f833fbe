#include "model/least_nodes.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "model/value.h"

namespace graphrun {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
  return a > kMost - b ? kMost : a + b;
}

class LeastNodes {
 public:
  explicit LeastNodes(ModelFile& file) : file_(file), document_(*file.document) {}

  void count() {
    for (FunctionDef& function : file_.functions) count_function(function);
    count_entries(file_.nodes);
  }

 private:
  std::uint64_t count_function(FunctionDef& function) {
    // 0 while it is counted: then it calls itself.
    if (!met_.insert(&function).second) return function.least_nodes;
    function.least_nodes = count_entries(function.nodes);
    return function.least_nodes;
  }

  std::uint64_t count_entries(std::vector<Entry>& entries) {
    if (depth_ == kDeepest) return 0;
    ++depth_;
    std::uint64_t nodes = 0;
    for (Entry& entry : entries) nodes = saturated_sum(nodes, count_entry(entry));
    --depth_;
    return nodes;
  }

  std::uint64_t count_entry(Entry& entry) {
    if (std::holds_alternative<NodeEntry>(entry.of)) return 1;
    if (auto* block = std::get_if<BlockEntry>(&entry.of)) {
      const std::uint64_t nodes = count_entries(block->nodes);
      return block->keys.when == kNoValue ? nodes : 0;
    }
    if (auto* loop = std::get_if<LoopEntry>(&entry.of)) {
      const std::uint64_t nodes = count_entries(loop->nodes);
      if (loop->keys.when != kNoValue) return 0;
      loop->least_nodes = nodes;
      return saturated_product(nodes, turns(*loop));
    }
    if (const auto* call = std::get_if<CallEntry>(&entry.of)) {
      const auto found = file_.function_by_name.find(document_.text(call->function));
      if (found == file_.function_by_name.end() || call->keys.when != kNoValue) return 0;
      return count_function(*found->second);
    }
    return 0;
  }

  // Where they are written without a `$`, and well.
  std::uint64_t turns(const LoopEntry& loop) const {
    if (loop.in != kNoValue) {
      return document_.is_sequence(loop.in) ? document_.size(loop.in) : 0;
    }
    const ValueId count = loop.repeat != kNoValue ? loop.repeat : loop.range;
    if (!document_.is_scalar(count)) return 0;
    const Value value = plain_scalar(document_.text(count));
    const auto* turns = std::get_if<std::int64_t>(&value.of);
    return turns == nullptr ? 0 : static_cast<std::uint64_t>(std::max<std::int64_t>(0, *turns));
  }

  // What is nested deeper, calls followed, is refused when it is expanded.
  static constexpr int kDeepest = 500;

  ModelFile& file_;
  const Document& document_;
  std::unordered_set<const FunctionDef*> met_;
  int depth_ = 0;
};

}  // namespace

void count_least_nodes(ModelFile& file) { LeastNodes(file).count(); }

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMost / b ? kMost : a * b;
}

}  // namespace graphrun
