#include "report/explanation.h"

#include <fmt/format.h>

#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report/device_lines.h"
#include "report/refusals.h"

namespace graphrun {
namespace {

class Explainer {
 public:
  Explainer(const Graph& graph, const Placement& placement, Style style)
      : graph_(graph),
        placement_(placement),
        names_(device_names(placement.devices, device_spelling(style))) {}

  void add(NodeId id, std::string& text) {
    const Node& node = graph_.node(id);
    const Decision& decision = placement_.nodes[id];
    const OfDevices& devices = of_devices(decision);
    const auto to = std::back_inserter(text);
    fmt::format_to(to, "{} ({}, {}:{}): {}\n  asked for: ", node.name, node.op->name,
                   graph_.source().file(), node.at.line + 1, names_[decision.device]);
    if (const DeviceRequest& request = graph_.request(id); request.spec.is_open()) {
      text += "nothing";
    } else {
      fmt::format_to(to, "{} (line {})", request.written, node.device_at.line + 1);
    }
    if (placement_.candidates[decision.candidates].is_fallback &&
        decision.rule != PlacementRule::soft_placement) {
      text += ", which cannot be had; soft placement let it go";
    }
    text += "\n  kernels on: ";
    text += devices.with_kernel;
    fmt::format_to(to, "\n  {}: {}\n", to_string(decision.rule), clause_for(id, decision));
    text += devices.refused;
  }

 private:
  // What all nodes with the same candidates on the same device have in common.
  struct OfDevices {
    std::string with_kernel;
    std::string refused;
  };

  const OfDevices& of_devices(const Decision& decision) {
    const std::uint64_t key = (std::uint64_t{decision.candidates} << 32) | decision.device;
    const auto [found, is_new] = known_.try_emplace(key);
    OfDevices& devices = found->second;
    if (!is_new) return devices;
    std::vector<bool> has_kernel(names_.size(), true);
    for (const OtherDevice& other : other_devices(placement_.candidates[decision.candidates],
                                                  decision.device, names_.size())) {
      has_kernel[other.device] = other.has_kernel;
      devices.refused += fmt::format("  not on {}: {}\n", names_[other.device], other.why);
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!has_kernel[i]) continue;
      if (!devices.with_kernel.empty()) devices.with_kernel += ", ";
      devices.with_kernel += names_[i];
    }
    return devices;
  }

  std::string clause_for(NodeId id, const Decision& decision) const {
    std::string text(clause(decision.rule));
    if (decision.rule == PlacementRule::follows_input) {
      text += fmt::format(" ('{}')", graph_.tensor_name(graph_.inputs(id)[0]));
    }
    return text;
  }

  const Graph& graph_;
  const Placement& placement_;
  std::vector<std::string> names_;
  std::unordered_map<std::uint64_t, OfDevices> known_;
};

}  // namespace

std::string_view clause(PlacementRule rule) {
  switch (rule) {
    case PlacementRule::requested: return "the best of the devices that it asks for";
    case PlacementRule::best_device:
      return "it asks for none; the best of the devices with a kernel for it";
    case PlacementRule::follows_consumers:
      return "a source; all that read it are there, which saves a copy";
    case PlacementRule::follows_input:
      return "it reads the metadata of its input alone, and goes where that is";
    case PlacementRule::colocated: return "it must share a device with a node that decided";
    case PlacementRule::reference:
      return "it is tied by a reference to a variable, and goes where that is";
    case PlacementRule::soft_placement:
      return "what it asks for cannot be had; the best of the other devices";
  }
  return "";
}

std::string explanation(const Graph& graph, const Placement& placement, Style style) {
  std::string text;
  Explainer explainer(graph, placement, style);
  for (NodeId id = 0; id < graph.size(); ++id) explainer.add(id, text);
  return text;
}

std::string explanation_of(const Graph& graph, const Placement& placement, NodeId id, Style style) {
  std::string text;
  Explainer(graph, placement, style).add(id, text);
  return text;
}

}  // namespace graphrun
