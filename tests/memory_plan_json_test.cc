#include "report/memory_plan_json.h"

#include <nlohmann/json.hpp>

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using nlohmann::json;

TEST_CASE("a memory plan as JSON has every size in bytes and every tensor at a peak") {
  const Model model =
      read_model_text("m.yaml",
                      "nodes:\n"
                      "  - {op: Const, name: w, value: [1.0, 2.0]}\n"
                      "  - {op: Split, name: y, num_split: 2, axis: 0, inputs: [w]}\n",
                      session_fixture::ops());
  const std::vector<DeviceInfo> infos = session_fixture::machine(1);
  const NodeId w = model.graph.find("w");
  const NodeId y = model.graph.find("y");
  const MemoryPlan plan{.memories = {{.device = 0, .is_host = true, .beside = {4, 0, 0, 0}},
                                     {.device = 1,
                                      .is_host = false,
                                      .limit_bytes = 256,
                                      .peak_bytes = 512,
                                      .at_peak = {256, 0, 0, 256},
                                      .peak_node = y,
                                      .owners = {{{w, 0}, MemoryUse::constants, 256},
                                                 {{y, 1}, MemoryUse::temporaries, 256}},
                                      .kept_bytes = 256,
                                      .shortage = MemoryShortage{{y, 1}, 2}}},
                        .open = {{y, 0}}};
  const json read = json::parse(memory_plan_json("m", model.graph, infos, plan));
  CHECK(read["graph"] == "m");
  CHECK(read["fits"] == false);
  CHECK(read["open"] == json{"y"});
  const json& host = read["memories"][0];
  CHECK(host["device"] == "/job:localhost/replica:0/task:0/device:CPU:0");
  CHECK(host["memory"] == "host");
  CHECK(host["beside"]["constants_bytes"] == 4);
  CHECK(host["limit_bytes"].is_null());
  CHECK(host["peak_node"].is_null());
  CHECK(host["fits"] == true);
  const json& gpu = read["memories"][1];
  CHECK(gpu["memory"] == "device");
  CHECK(gpu["simulated"] == true);
  CHECK(gpu["peak_bytes"] == 512);
  CHECK(gpu["peak_node"] == "y");
  CHECK(gpu["at_peak"]["temporaries_bytes"] == 256);
  CHECK(gpu["no_room_for"]["tensor"] == "y:1");
  CHECK(gpu["alive"][1] == json{{"tensor", "y:1"}, {"use", "temporary"}, {"bytes", 256}});
}

}  // namespace
}  // namespace graphrun
