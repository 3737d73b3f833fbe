#include "report/placement_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "placement/references.h"
#include "placement/supported_types.h"
#include "report/device_lines.h"
#include "report/kernel_text.h"
#include "report/node_text.h"

namespace graphrun {
namespace {

using Kind = PlacementFault::Kind;

enum class Release { r0_7, r0_12, r1_15 };

Release release_of(Style style) {
  switch (style) {
    case Style::guide:
    case Style::guide_full: return Release::r0_7;
    case Style::tf_0_12: return Release::r0_12;
    case Style::tf: return Release::r1_15;
  }
  return Release::r0_7;
}

// Sorted as text and joined, as messages list devices.
std::string sorted_list(std::span<const DeviceName> devices, DeviceSpelling spelling) {
  std::vector<std::string> names = device_names(devices, spelling);
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, ", "));
}

class Words {
 public:
  Words(const PlacementFault& fault, const Graph& graph, std::span<const DeviceName> devices,
        Style style)
      : fault_(fault),
        graph_(graph),
        devices_(devices),
        style_(style),
        release_(release_of(style)),
        kernels_(graph, devices) {}

  std::string message() const {
    switch (fault_.kind) {
      case Kind::no_kernel: return with_node(no_kernel(), fault_.node);
      case Kind::no_such_device: return assign(no_such_device());
      case Kind::no_kernel_for_type: return assign(no_kernel_for_type());
      case Kind::no_kernel_for_task: return assign(no_kernel_for_task());
      case Kind::group_elsewhere: return assign(group_elsewhere());
      case Kind::group_unsupported: return assign(group_unsupported());
      case Kind::colocation_types:
      case Kind::colocation_specs: return with_node(colocation(), fault_.culprit());
      case Kind::reference_resources: return reference_resources();
    }
    return "";
  }

 private:
  std::string_view name(NodeId id) const { return graph_.node(id).name; }
  const Node& node() const { return graph_.node(fault_.node); }
  std::string requested() const { return requested_text(graph_, fault_.node, style_); }

  // What the two passes of the placer say before the reason.
  std::string assign(const std::string& reason) const {
    if (release_ == Release::r1_15) {
      return with_node(
          fmt::format("Cannot assign a device for operation {}: {}", node().name, reason),
          fault_.node);
    }
    return with_node(fmt::format("Cannot assign a device to node '{}': {}", node().name, reason),
                     fault_.node);
  }

  // Which node it is. The guide shows the line with three blanks, release 0.12's transcript with
  // the five columns that its tab and blank make.
  std::string with_node(std::string text, NodeId id) const {
    switch (release_) {
      case Release::r0_7: return text + "\n   [[Node: " + node_text(graph_, id, style_) + "]]";
      case Release::r0_12: return text + "\n     [[Node: " + node_text(graph_, id, style_) + "]]";
      case Release::r1_15: break;
    }
    // A tag is expanded by Python once; a second one would repeat where the node was made.
    const bool has_tag = text.find("{{node ") != std::string::npos;
    return has_tag ? fmt::format("{}\n\t [[{}]]", text, name(id))
                   : fmt::format("{}\n\t [[{{{{node {}}}}}]]", text, name(id));
  }

  std::string no_such_device() const {
    if (release_ == Release::r0_7) return not_satisfied();
    if (release_ == Release::r0_12) {
      return fmt::format(
          "{} because no devices matching that specification are registered in this process; "
          "available devices: {}{}",
          not_satisfied(), sorted_list(devices_, DeviceSpelling::legacy), group_info());
    }
    std::string text = fmt::format(
        "{{{{node {}}}}} was explicitly assigned to {} but available devices are [ {} ]. Make sure "
        "the device specification refers to a valid device.",
        node().name, requested(), sorted_list(devices_, DeviceSpelling::full));
    const DeviceSpec& spec = graph_.request(fault_.node).spec;
    const bool asks_for_gpu = spec.type == "GPU" || spec.type == "gpu";
    if (asks_for_gpu && std::ranges::none_of(devices_, is_gpu)) {
      text += " The requested device appears to be a GPU, but CUDA is not enabled.";
    }
    return text;
  }

  std::string no_kernel_for_type() const {
    if (release_ == Release::r0_7) return not_satisfied();
    std::string text =
        fmt::format("{} because no supported kernel for {} devices is available.{}",
                    not_satisfied(), *graph_.request(fault_.node).spec.type, group_info());
    if (release_ == Release::r1_15) {
      text += fmt::format("\nOp: {}\nNode attrs: {}\nRegistered kernels:\n{}", node().op->name,
                          node_attributes_text(graph_, fault_.node, style_),
                          registered_kernels(*node().op));
    }
    return text;
  }

  std::string no_kernel_for_task() const {
    if (release_ == Release::r0_7) return not_satisfied();
    return fmt::format("Could not satisfy explicit device specification '{}{}", requested(),
                       group_info());  // the closing quote is missing in these releases
  }

  std::string group_elsewhere() const {
    const std::string merged = to_string(fault_.group_spec);
    if (release_ != Release::r1_15) {
      return fmt::format(
          "{} because the node was colocated with a group of nodes that required incompatible "
          "device '{}'{}",
          not_satisfied(), merged, group_info());
    }
    return fmt::format(
        "{} because the node {{{{colocation_node {}}}}} was colocated with a group of nodes that "
        "required incompatible device '{}'. All available devices [{}]. {}",
        not_satisfied(), node().name, merged,
        fmt::join(device_names(devices_, DeviceSpelling::full), ", "), group_info());
  }

  std::string group_unsupported() const {
    std::string types;
    for (const OutputRef input : graph_.inputs(fault_.node)) {
      const Output& output = graph_.output(input);
      types += fmt::format("{}{}{}", types.empty() ? "" : ", ", message_name(output.dtype),
                           output.is_ref ? "_ref" : "");
    }
    return fmt::format(
        fmt::runtime(release_ == Release::r1_15
                         ? "Node had no OpKernel registered to support this operation: Operation "
                           "was {} and inputs were [{}].\n{}"
                         : "Node had no OpKernel registered to support this operation: Operation "
                           "was {} and inputs were {}{}"),
        node().op->name, types, group_info());
  }

  std::string no_kernel() const {
    if (release_ == Release::r0_7) {
      return fmt::format("No OpKernel was registered to support Op '{}' with these attrs",
                         node().op->name);
    }
    std::set<std::string_view> types;
    for (const DeviceName& device : devices_) types.insert(to_string(device.type));
    if (release_ == Release::r0_12) {
      return fmt::format(
          "No OpKernel was registered to support Op '{}' with these attrs.  Registered devices: "
          "[{}], Registered kernels:\n{}",
          node().op->name, fmt::join(types, ","), registered_kernels(*node().op));
    }
    return fmt::format(
        "No OpKernel was registered to support Op '{}' used by {{{{node {}}}}}with these attrs: "
        "[{}]\nRegistered devices: [{}]\nRegistered kernels:\n{}",
        node().op->name, node().name, node_attributes_text(graph_, fault_.node, style_),
        fmt::join(types, ", "), registered_kernels(*node().op));
  }

  std::string colocation() const {
    return reference_prefix() + (fault_.kind == Kind::colocation_types
                                     ? no_common_type()
                                     : no_common_device(fault_.problem));
  }

  std::string reference_prefix() const {
    if (!fault_.by_reference) return {};
    return release_ == Release::r0_7
               ? "Cannot satisfy colocation constraint implied by reference connection: "
               : "Nodes were connected by a reference connection (requiring them to be on the same "
                 "device), but the two nodes were assigned two different devices: ";
  }

  std::string no_common_type() const {
    const std::string_view reason =
        "because no device type supports both of those nodes and the other nodes colocated with "
        "them";
    if (release_ == Release::r1_15) {
      return fmt::format("{} {}.{}{}", tagged_pair(), reason, info_of(fault_.node, fault_.group),
                         info_of(fault_.other, fault_.other_group));
    }
    const std::string pair =
        fmt::format("Cannot colocate nodes '{}' and '{}'", name(fault_.node), name(fault_.other));
    if (release_ == Release::r0_7) return fmt::format("{} {}", pair, reason);
    return fmt::format("{} {}.{}{}", pair, reason, types_info(fault_.group),
                       types_info(fault_.other_group));
  }

  std::string no_common_device(std::string_view problem) const {
    if (release_ == Release::r1_15) return fmt::format("{}: {}", tagged_pair(), problem);
    // Release 0.12 forgot the last quote.
    return fmt::format("Cannot colocate nodes '{}' and '{}{}: {}", name(fault_.node),
                       name(fault_.other), release_ == Release::r0_7 ? "'" : "", problem);
  }

  std::string tagged_pair() const {
    return fmt::format(
        "Cannot colocate nodes {{{{colocation_node {}}}}} and {{{{colocation_node {}}}}}",
        name(fault_.node), name(fault_.other));
  }

  // Earlier releases know no devices of resources: to them the two specifications do not merge.
  std::string reference_resources() const {
    if (release_ == Release::r1_15) {
      return fmt::format(
          "Cannot place the graph because a reference or resource edge connects colocation groups "
          "with incompatible resource devices: {} vs {}. The edge src node is {} , and the dst "
          "node is {}",
          to_string(fault_.group_spec), to_string(fault_.other_spec), name(fault_.node),
          name(fault_.other));
    }
    const SpecMerge merge = merge_specs(fault_.group_spec, fault_.other_spec, false);
    return with_node(reference_prefix() + no_common_device(merge.problem), fault_.culprit());
  }

  std::string not_satisfied() const {
    return fmt::format("Could not satisfy explicit device specification '{}'", requested());
  }

  static bool is_gpu(const DeviceName& device) { return device.type == DeviceType::gpu; }

  // --- debug info: who shares the device, and what runs where ---

  std::string group_info() const {
    switch (release_) {
      case Release::r0_7: return {};
      case Release::r0_12: return types_info(fault_.group);
      case Release::r1_15: break;
    }
    return info_of(fault_.node, fault_.group);
  }

  // Release 0.12's; nothing for a node by itself.
  std::string types_info(std::span<const NodeId> group) const {
    if (group.empty()) return {};
    return "\nColocation Debug Info:\nColocation group had the following types and devices: " +
           types_by_op(group);
  }

  // Release 1.15's. `group` is empty for a node by itself. The group's root, which only the placer
  // knows, is not named in it either.
  std::string info_of(NodeId id, std::span<const NodeId> group) const {
    const std::span<const NodeId> members = group.empty() ? std::span(&id, 1) : group;
    DeviceSpec requested;
    DeviceSpec resource;
    SupportedTypes types = kernels_.types_of(id);
    for (const NodeId member : members) {
      const DeviceSpec& spec = graph_.request(member).spec;
      requested = merge_specs(requested, spec, true).merged;
      if (is_variable(graph_, member)) resource = merge_specs(resource, spec, true).merged;
      types = intersection(types, kernels_.types_of(member));
    }
    const bool is_faults = id == fault_.node && !fault_.group_spec.is_open();
    std::string text = fmt::format(
        "\nColocation Debug Info:\nColocation group had the following types and supported devices: "
        "\nRoot Member(assigned_device_name_index_=-1 requested_device_name_='{}' "
        "assigned_device_name_='' resource_device_name_='{}' supported_device_types_=[{}] "
        "possible_devices_=[]",
        to_string(is_faults ? fault_.group_spec : requested), to_string(resource),
        fmt::join(type_names(types), ", "));
    text += types_by_op(members);
    text +=
        "\n\nColocation members, user-requested devices, and framework assigned devices, if any:";
    for (const NodeId member : members) {
      text += fmt::format("\n  {} ({}) {}", name(member), graph_.node(member).op->name,
                          to_string(graph_.request(member).spec));
    }
    return text + "\n";
  }

  std::string types_by_op(std::span<const NodeId> members) const {
    std::map<std::string_view, std::string> lines;
    for (const NodeId id : members) {
      std::string types;
      for (const std::string_view type : type_names(kernels_.types_of(id))) {
        types += fmt::format("{} ", type);
      }
      lines[graph_.node(id).op->name] = types;
    }
    std::string text;
    for (const auto& [op, types] : lines) text += fmt::format("\n{}: {}", op, types);
    return text;
  }

  const PlacementFault& fault_;
  const Graph& graph_;
  std::span<const DeviceName> devices_;
  Style style_;
  Release release_;
  KernelFinder kernels_;
};

}  // namespace

std::string placement_message(const PlacementFault& fault, const Graph& graph,
                              std::span<const DeviceName> devices, Style style) {
  return Words(fault, graph, devices, style).message();
}

}  // namespace graphrun
