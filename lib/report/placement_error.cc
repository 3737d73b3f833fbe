#include "report/placement_error.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "placement/placer.h"
#include "placement/supported_types.h"
#include "report/device_lines.h"
#include "report/kernel_text.h"
#include "report/placement_message.h"

namespace graphrun {
namespace {

using Kind = PlacementFault::Kind;

class Note {
 public:
  Note(const PlacementFault& fault, const Graph& graph, std::span<const DeviceName> devices)
      : fault_(fault), graph_(graph), devices_(devices), kernels_(graph, devices) {}

  std::string text() const {
    switch (fault_.kind) {
      case Kind::no_kernel: return "kernels: " + kernel_list(*graph_.node(fault_.node).op);
      case Kind::no_such_device: return "available: " + short_device_list(devices_);
      case Kind::no_kernel_for_type:
      case Kind::no_kernel_for_task:
        return fault_.group.empty() ? "has a kernel for " + types(fault_.node) : shared();
      case Kind::group_elsewhere:
      case Kind::group_unsupported: return shared();
      case Kind::colocation_types:
        return fmt::format("'{}' has a kernel for {}, '{}' for {}", name(fault_.node),
                           types(fault_.node), name(fault_.other), types(fault_.other));
      case Kind::colocation_specs:
        return fmt::format("must share a device with '{}' (line {})", name(partner()),
                           line(partner()));
      case Kind::reference_resources:
        return fmt::format("'{}' (line {}) is to be on {}, what '{}' is tied to on {}",
                           name(fault_.node), line(fault_.node), to_string(fault_.group_spec),
                           name(fault_.other), to_string(fault_.other_spec));
    }
    return "";
  }

 private:
  // Of two nodes the one that the complaint does not point at.
  NodeId partner() const { return fault_.by_reference ? fault_.node : fault_.other; }

  std::string_view name(NodeId id) const { return graph_.node(id).name; }
  std::uint32_t line(NodeId id) const { return graph_.node(id).at.line + 1; }

  std::string types(NodeId id) const {
    const auto names = type_names(kernels_.types_of(id));
    return names.empty() ? "no device here" : fmt::format("{}", fmt::join(names, " and "));
  }

  std::string shared() const {
    constexpr std::size_t kMostNamed = 4;
    std::vector<std::string> others;
    for (const NodeId id : fault_.group) {
      if (id != fault_.node) others.push_back(fmt::format("'{}'", name(id)));
    }
    const std::size_t all = others.size();
    if (all == 0) return "";
    if (all > kMostNamed) {
      others.resize(kMostNamed);
      others.push_back(fmt::format("{} more", all - kMostNamed));
    }
    return fmt::format("must share a device with {}", fmt::join(others, ", "));
  }

  const PlacementFault& fault_;
  const Graph& graph_;
  std::span<const DeviceName> devices_;
  KernelFinder kernels_;
};

bool soft_placement_helps(const Graph& graph, std::span<const DeviceName> devices) {
  try {
    place(graph, devices, {.allow_soft_placement = true});
    return true;
  } catch (const PlacementFault&) {
    return false;
  }
}

std::string hint(PlacementFault::Kind kind) {
  const std::string_view outcome = kind == Kind::no_such_device     ? "pick a device that exists"
                                   : kind == Kind::colocation_types ? "place them apart"
                                                                    : "pick another device";
  return fmt::format("--allow-soft-placement lets the runner {}", outcome);
}

}  // namespace

Complaint placement_complaint(const PlacementFault& fault, const Graph& graph,
                              std::span<const DeviceName> devices, Style style) {
  const Node& node = graph.node(fault.culprit());
  const bool is_about_kernels =
      fault.kind == Kind::no_kernel || fault.kind == Kind::colocation_types;
  return {.at = graph.source().position(is_about_kernels ? node.at : node.device_at),
          .what = "InvalidArgumentError: " + placement_message(fault, graph, devices, style),
          .note = Note(fault, graph, devices).text(),
          .hint = soft_placement_helps(graph, devices) ? hint(fault.kind) : ""};
}

Error placement_error(const PlacementFault& fault, const Graph& graph,
                      std::span<const DeviceName> devices, Style style) {
  return {ExitStatus::invalid, to_string(placement_complaint(fault, graph, devices, style))};
}

}  // namespace graphrun
