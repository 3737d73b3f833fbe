#include "passes/cleanup.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "passes/permutation.h"
#include "passes/rewrite.h"
#include "passes/values.h"

namespace graphrun {
namespace {

class Cleanup {
 public:
  explicit Cleanup(Program program) : rewrite_(std::move(program)) {}

  Program run(PassReport& report) {
    std::size_t idle = 0;
    for (const NodeId id : graph().order()) {
      if (is_function(graph(), id) && leave_out(id)) ++idle;
    }
    report.sentence = fmt::format("left out {} of {} nodes", idle, graph().size());
    return rewrite_.finish(report);
  }

 private:
  const Graph& graph() const { return rewrite_.graph(); }
  std::string_view op(NodeId id) const { return graph().node(id).op->name; }

  bool is_on_device_of(NodeId id, OutputRef input) const {
    return same_device(rewrite_.program().placement, id, rewrite_.resolved(input).node);
  }

  bool leave_out(NodeId id) {
    const auto inputs = graph().inputs(id);
    if (op(id) == "IdentityN") return leave_out_each(id);
    if (op(id) == "Transpose") return leave_out_transpose(id);
    if (inputs.empty() || !hands_on(id) || !is_on_device_of(id, inputs[0])) return false;
    rewrite_.redirect({id, 0}, inputs[0]);
    return true;
  }

  bool hands_on(NodeId id) const {
    const Node& node = graph().node(id);
    if (op(id) == "Identity" || op(id) == "StopGradient") return true;
    if (op(id) == "AddN") return node.inputs == 1;
    if (op(id) == "Cast") return node.types[0] == node.types[1];
    if (op(id) == "Reshape") {
      const auto inputs = graph().inputs(id);
      const Shape& before = graph().output(inputs[0]).shape;
      return before.is_complete() && before == graph().output({id, 0}).shape &&
             constant_integers(graph(), inputs[1]);
    }
    return false;
  }

  bool leave_out_each(NodeId id) {
    const auto inputs = graph().inputs(id);
    for (const OutputRef input : inputs) {
      if (!is_on_device_of(id, input)) return false;
    }
    for (std::uint32_t i = 0; i < inputs.size(); ++i) rewrite_.redirect({id, i}, inputs[i]);
    return true;
  }

  bool leave_out_transpose(NodeId id) {
    const auto outer = permutation_of(graph(), id);
    if (!outer) return false;
    const OutputRef x = graph().inputs(id)[0];
    if (is_in_order(*outer)) {
      if (!is_on_device_of(id, x)) return false;
      rewrite_.redirect({id, 0}, x);
      return true;
    }
    const NodeId before = rewrite_.resolved(x).node;
    const auto inner = permutation_of(graph(), before);
    if (!inner || !is_function(graph(), before)) return false;
    std::vector<std::int64_t> both;
    for (const std::int64_t axis : *outer) {
      both.push_back((*inner)[static_cast<std::size_t>(axis)]);
    }
    const OutputRef origin = graph().inputs(before)[0];
    if (!is_in_order(both) || !is_on_device_of(id, {before, 0}) || !is_on_device_of(id, origin)) {
      return false;
    }
    rewrite_.redirect({id, 0}, origin);
    return true;
  }

  static bool is_in_order(const std::vector<std::int64_t>& permutation) {
    for (std::size_t i = 0; i < permutation.size(); ++i) {
      if (permutation[i] != static_cast<std::int64_t>(i)) return false;
    }
    return true;
  }

  Rewrite rewrite_;
};

}  // namespace

Program clean_up(Program program, const PassContext&, PassReport& report) {
  return Cleanup(std::move(program)).run(report);
}

}  // namespace graphrun
