#include "report/placement_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

#include "report/device_lines.h"
#include "report/refusals.h"

namespace graphrun {
namespace {

constexpr std::size_t kPartBytes = std::size_t{1} << 20;

std::string json_string(std::string_view text) {
  // A file's path need not be UTF-8.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Names of nodes are letters, digits and `_./-`, which need no look at each.
void append_quoted(std::string& to, std::string_view text) {
  const bool is_plain = std::ranges::all_of(
      text, [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
  if (!is_plain) {
    to += json_string(text);
    return;
  }
  to += '"';
  to += text;
  to += '"';
}

std::string device_object(const DeviceInfo& device) {
  nlohmann::ordered_json limit = nullptr;
  if (device.memory_limit_bytes != 0) limit = device.memory_limit_bytes;
  return fmt::format(
      R"({{"name": {}, "type": {}, "simulated": {}, "description": {}, "memory_limit_bytes": {}}})",
      json_string(to_string(device.name)), json_string(to_string(device.name.type)),
      device.is_simulated, json_string(description(device)), limit.dump());
}

// nullopt: the size is open until the graph runs.
std::optional<std::int64_t> bytes_of(const Output& output) {
  if (output.dtype == DType::string || output.dtype == DType::resource) return std::nullopt;
  if (!output.shape.is_complete()) return std::nullopt;
  const auto elements = output.shape.checked_elements();
  if (!elements) return std::nullopt;
  std::int64_t bytes = 0;
  const auto each = static_cast<std::int64_t>(bytes_per_element(output.dtype));
  if (__builtin_mul_overflow(*elements, each, &bytes)) return std::nullopt;
  return bytes;
}

class Writer {
 public:
  Writer(const PlacementReport& report, const TextSink& write)
      : report_(report), write_(write), file_(json_string(report.graph.source().file())) {
    for (const DeviceName& device : report.placement.devices) {
      names_.push_back(json_string(to_string(device)));
    }
    for (const DeviceRequest& request : report.graph.requests()) {
      requests_.push_back(json_string(request.written));
    }
    text_.reserve(2 * kPartBytes);
  }

  void write() {
    text_ += "{\n\"graph\": " + json_string(report_.name);
    add_list("devices", report_.devices.size(),
             [&](std::size_t i) { text_ += device_object(report_.devices[i]); });
    add_list("nodes", report_.graph.size(),
             [&](std::size_t i) { add_node(static_cast<NodeId>(i)); });
    add_list("copies", report_.copies.size(), [&](std::size_t i) { add_copy(report_.copies[i]); });
    text_ += "\n}\n";
    write_(text_);
  }

 private:
  template <typename Add>
  void add_list(std::string_view key, std::size_t size, const Add& add) {
    fmt::format_to(std::back_inserter(text_), ",\n\"{}\": [", key);
    for (std::size_t i = 0; i < size; ++i) {
      text_ += i == 0 ? "\n  " : ",\n  ";
      add(i);
      if (text_.size() < kPartBytes) continue;
      write_(text_);
      text_.clear();
    }
    text_ += size == 0 ? "]" : "\n]";
  }

  void add_node(NodeId id) {
    const Node& node = report_.graph.node(id);
    const Decision& decision = report_.placement.nodes[id];
    text_ += R"({"name": )";
    append_quoted(text_, node.name);
    text_ += R"(, "op": )";
    append_quoted(text_, node.op->name);
    text_ += R"(, "file": )";
    text_ += file_;
    text_ += R"(, "line": )";
    fmt::format_to(std::back_inserter(text_), "{}", node.at.line + 1);
    text_ += R"(, "requested": )";
    text_ += requests_[node.request];
    text_ += R"(, "device": )";
    text_ += names_[decision.device];
    text_ += R"(, "rule": ")";
    text_ += to_string(decision.rule);
    text_ += R"(", )";
    text_ += rest_of(decision);
  }

  // What all nodes with the same candidates on the same device have in common, to the end.
  const std::string& rest_of(const Decision& decision) {
    const std::uint64_t key = (std::uint64_t{decision.candidates} << 32) | decision.device;
    const auto [found, is_new] = rests_.try_emplace(key);
    if (!is_new) return found->second;
    const Candidates& candidates = report_.placement.candidates[decision.candidates];
    std::string refused;
    for (const OtherDevice& other : other_devices(candidates, decision.device, names_.size())) {
      refused += fmt::format(R"({}{{"device": {}, "why": {}}})", refused.empty() ? "" : ", ",
                             names_[other.device], json_string(other.why));
    }
    found->second =
        fmt::format(R"("fallback": {}, "refused": [{}]}})", candidates.is_fallback, refused);
    return found->second;
  }

  void add_copy(const TensorCopy& copy) {
    text_ += R"({"tensor": )";
    const std::string_view node = report_.graph.node(copy.tensor.node).name;
    append_quoted(text_, fmt::format("{}:{}", node, copy.tensor.index));
    text_ += R"(, "from": )";
    text_ += names_[copy.from];
    text_ += R"(, "to": )";
    text_ += names_[copy.to];
    const auto bytes = bytes_of(report_.graph.output(copy.tensor));
    fmt::format_to(std::back_inserter(text_), R"(, "bytes": {}}})",
                   bytes ? fmt::to_string(*bytes) : "null");
  }

  const PlacementReport& report_;
  const TextSink& write_;
  std::string file_;
  std::vector<std::string> names_;     // of devices, quoted
  std::vector<std::string> requests_;  // by RequestId, quoted
  std::unordered_map<std::uint64_t, std::string> rests_;
  std::string text_;
};

}  // namespace

void write_placement_json(const PlacementReport& report, const TextSink& write) {
  Writer(report, write).write();
}

std::string placement_json(const PlacementReport& report) {
  std::string text;
  write_placement_json(report, [&](std::string_view part) { text += part; });
  return text;
}

std::string devices_json(std::span<const DeviceInfo> devices) {
  std::string text = "[";
  for (const DeviceInfo& device : devices) {
    text += (text.size() == 1 ? "\n  " : ",\n  ") + device_object(device);
  }
  return text + (devices.empty() ? "]\n" : "\n]\n");
}

}  // namespace graphrun
