#include "report/memory_plan_json.h"

#include <nlohmann/json.hpp>

#include "report/memory_plan_text.h"

namespace graphrun {
namespace {

using Json = nlohmann::ordered_json;

Json by_use(const BytesByUse& bytes) {
  const auto of = [&](MemoryUse use) { return bytes[static_cast<std::size_t>(use)]; };
  return {{"constants_bytes", of(MemoryUse::constants)},
          {"variables_bytes", of(MemoryUse::variables)},
          {"feeds_bytes", of(MemoryUse::feeds)},
          {"temporaries_bytes", of(MemoryUse::temporaries)}};
}

Json memory(const Graph& graph, std::span<const DeviceInfo> devices, const MemoryNeed& need) {
  const DeviceInfo& device = devices[need.device];
  Json json = {{"device", to_string(device.name)},
               {"memory", need.is_host ? "host" : "device"},
               {"simulated", device.is_simulated},
               {"peak_bytes", need.peak_bytes},
               {"peak_with_copies_in_turn_bytes", need.peak_in_turn_bytes},
               {"peak_node", nullptr},
               {"at_peak", by_use(need.at_peak)},
               {"kept_bytes", need.kept_bytes}};
  if (need.peak_node != kNoNode) json["peak_node"] = graph.node(need.peak_node).name;
  if (need.is_host) {
    json["beside"] = by_use(need.beside);
    json["small_pieces_bytes"] = need.small_bytes;
  }
  json["limit_bytes"] = need.limit_bytes == 0 ? Json(nullptr) : Json(need.limit_bytes);
  json["fits"] = need.fits();
  if (need.shortage) {
    json["no_room_for"] = {{"tensor", graph.tensor_name(need.shortage->tensor)},
                           {"bytes", need.shortage->bytes}};
  }
  Json alive = Json::array();
  for (const MemoryOwner& owner : need.owners) {
    alive.push_back({{"tensor", graph.tensor_name(owner.tensor)},
                     {"use", to_string(owner.use)},
                     {"bytes", owner.bytes}});
  }
  json["alive"] = std::move(alive);
  return json;
}

}  // namespace

std::string memory_plan_json(std::string_view name, const Graph& graph,
                             std::span<const DeviceInfo> devices, const MemoryPlan& plan) {
  Json json = {{"graph", name}, {"fits", plan.fits()}};
  json["memories"] = Json::array();
  for (const MemoryNeed& need : plan.memories) {
    json["memories"].push_back(memory(graph, devices, need));
  }
  json["open"] = Json::array();
  for (const OutputRef tensor : plan.open) json["open"].push_back(graph.tensor_name(tensor));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphrun
