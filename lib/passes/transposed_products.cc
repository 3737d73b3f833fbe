#include "passes/transposed_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "passes/permutation.h"
#include "passes/rewrite.h"
#include "passes/values.h"

namespace graphrun {
namespace {

// An op that multiplies matrices, and its attributes that say which operand is transposed.
struct ProductOp {
  std::string_view name;
  std::array<std::string_view, 2> transposed;
};

// adj_x is the conjugate as well, which real numbers are their own; there are no complex kernels.
constexpr std::array kProductOps = {
    ProductOp{"MatMul", {"transpose_a", "transpose_b"}},
    ProductOp{"BatchMatMul", {"adj_x", "adj_y"}},
    ProductOp{"BatchMatMulV2", {"adj_x", "adj_y"}},
};

const ProductOp* product_op(const Graph& graph, NodeId id) {
  const auto* op = std::ranges::find(kProductOps, graph.node(id).op->name, &ProductOp::name);
  return op == kProductOps.end() ? nullptr : op;
}

class TransposeFolding {
 public:
  explicit TransposeFolding(Program program)
      : rewrite_(std::move(program)), folds_(graph().size()) {}

  Program run(PassReport& report) {
    std::size_t folded = 0;
    for (const NodeId id : graph().order()) {
      folds_[id] = can_go(id);
      if (folds_[id]) ++folded;
      if (const ProductOp* op = product_op(graph(), id)) fold_into(id, *op);
    }
    report.sentence = fmt::format("made {} transposes part of products", folded);
    return rewrite_.finish(report);
  }

 private:
  const Graph& graph() const { return rewrite_.graph(); }

  void fold_into(NodeId id, const ProductOp& op) {
    const auto inputs = graph().inputs(id);
    if (!folds_[inputs[0].node] && !folds_[inputs[1].node]) return;
    const Node& node = graph().node(id);
    Attributes attributes = graph().attributes(id);
    const auto outputs = graph().outputs(id);
    NodeChange change{
        .op = node.op, .types = node.types, .outputs = {outputs.begin(), outputs.end()}};
    for (std::size_t i = 0; i < 2; ++i) {
      const bool folds = folds_[inputs[i].node];
      change.inputs.push_back(folds ? graph().inputs(inputs[i].node)[0] : inputs[i]);
      if (folds) attributes.set(op.transposed[i], !attributes.boolean(op.transposed[i]));
    }
    change.attributes = rewrite_.share(std::move(attributes));
    rewrite_.replace(id, std::move(change));
  }

  // Whether it is a Transpose that all who read it can do without.
  bool can_go(NodeId id) const {
    const auto permutation = permutation_of(graph(), id);
    if (!permutation || !swaps_last_two(*permutation) || !is_function(graph(), id) ||
        rewrite_.is_fetched(id)) {
      return false;
    }
    const auto readers = graph().consumers(id);
    rewrite_.count_edges(readers.size());
    return !readers.empty() && std::ranges::all_of(readers, [&](NodeId reader) {
      return product_op(graph(), reader) != nullptr &&
             same_device(rewrite_.program().placement, id, reader) &&
             std::ranges::count(graph().control_inputs(reader), id) == 0 &&
             has_known_matrices(graph().inputs(reader)[0]) &&
             has_known_matrices(graph().inputs(reader)[1]);
    });
  }

  bool has_known_matrices(OutputRef ref) const {
    const Shape& shape = graph().output(ref).shape;
    if (!shape.has_rank() || shape.rank() < 2) return false;
    return shape[shape.rank() - 1] != Shape::kUnknown && shape[shape.rank() - 2] != Shape::kUnknown;
  }

  Rewrite rewrite_;
  std::vector<bool> folds_;  // by NodeId
};

}  // namespace

Program fold_transposes(Program program, const PassContext&, PassReport& report) {
  return TransposeFolding(std::move(program)).run(report);
}

}  // namespace graphrun
