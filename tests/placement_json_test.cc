#include "report/placement_json.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::Machine;
using report_fixture::no_gpu;
using report_fixture::one_gpu;
using report_fixture::Placed;

std::string json(const Placed& placed, const Machine& machine, std::string_view name = "m") {
  const std::vector<TensorCopy> all = copies(placed.graph(), placed.placement);
  return placement_json({.name = name,
                         .graph = placed.graph(),
                         .placement = placed.placement,
                         .devices = machine,
                         .copies = all});
}

TEST_CASE("a placement as JSON has the graph, its devices, its nodes and its copies") {
  CHECK(json(Placed(R"(nodes:
  - {name: b, op: Const, value: [1.0, 2.0], shape: [1, 2], device: /cpu:0}
  - {name: c, op: OnGpu, inputs: [b]}
)",
                    one_gpu()),
             one_gpu()) ==
        R"({
"graph": "m",
"devices": [
  {"name": "/job:localhost/replica:0/task:0/device:CPU:0", "type": "CPU", "simulated": false, "description": "", "memory_limit_bytes": null},
  {"name": "/job:localhost/replica:0/task:0/device:GPU:0", "type": "GPU", "simulated": true, "description": "device: 0, name: Tesla K40c, pci bus id: 0000:05:00.0", "memory_limit_bytes": 1073741824}
],
"nodes": [
  {"name": "b", "op": "Const", "file": "m.yaml", "line": 2, "requested": "/cpu:0", "device": "/job:localhost/replica:0/task:0/device:CPU:0", "rule": "requested", "fallback": false, "refused": [{"device": "/job:localhost/replica:0/task:0/device:GPU:0", "why": "not the requested type"}]},
  {"name": "c", "op": "OnGpu", "file": "m.yaml", "line": 3, "requested": "", "device": "/job:localhost/replica:0/task:0/device:GPU:0", "rule": "best_device", "fallback": false, "refused": [{"device": "/job:localhost/replica:0/task:0/device:CPU:0", "why": "no kernel for this op and its types"}]}
],
"copies": [
  {"tensor": "b:0", "from": "/job:localhost/replica:0/task:0/device:CPU:0", "to": "/job:localhost/replica:0/task:0/device:GPU:0", "bytes": 8}
]
}
)");
}

TEST_CASE("lists without items are empty lists") {
  const Placed placed("nodes:\n  - {name: a, op: Const, value: 1.0}\n", no_gpu());
  CHECK(json(placed, no_gpu()).ends_with("\"refused\": []}\n],\n\"copies\": []\n}\n"));
}

TEST_CASE("texts of users are escaped, and bytes that are not UTF-8 replaced") {
  const Placed placed("nodes:\n  - {name: a, op: Const, value: 1.0}\n", no_gpu());
  CHECK(json(placed, no_gpu(), "a \"b\"\\\n\xc3\xa9\xff")
            .starts_with("{\n\"graph\": \"a \\\"b\\\"\\\\\\n\xc3\xa9\xef\xbf\xbd\",\n"));
}

TEST_CASE("the size of a copy whose shape is open, or of texts, is null") {
  const Placed placed(R"(nodes:
  - device: /cpu:0
    nodes:
      - {name: a, op: Placeholder, dtype: float32}
      - {name: b, op: Placeholder, dtype: float32, shape: [-1, 2]}
      - {name: c, op: Const, value: [x, y]}
      - {name: d, op: Placeholder, dtype: float64, shape: [3, 0]}
  - {name: u, op: OnGpu, inputs: [a]}
  - {name: v, op: OnGpu, inputs: [b]}
  - {name: w, op: OnGpu, inputs: [c]}
  - {name: x, op: OnGpu, inputs: [d]}
)",
                      one_gpu());
  const std::string text = json(placed, one_gpu());
  const std::string way =
      R"("from": "/job:localhost/replica:0/task:0/device:CPU:0", "to": "/job:localhost/replica:0/task:0/device:GPU:0", "bytes": )";
  CHECK(text.substr(text.find("\"copies\"")) ==
        "\"copies\": [\n"
        "  {\"tensor\": \"a:0\", " +
            way + "null},\n" + "  {\"tensor\": \"b:0\", " + way + "null},\n" +
            "  {\"tensor\": \"c:0\", " + way + "null},\n" + "  {\"tensor\": \"d:0\", " + way +
            "0}\n" + "]\n}\n");
}

TEST_CASE("what soft placement let go of is a fallback") {
  const Placed placed(R"(nodes:
  - {name: a, op: Placeholder, dtype: float32, device: /gpu:7}
)",
                      one_gpu(), true);
  CHECK(json(placed, one_gpu()).find(R"("rule": "soft_placement", "fallback": true)") !=
        std::string::npos);
}

TEST_CASE("a large placement is written in parts, which are the whole") {
  const Placed placed("nodes:\n  - {repeat: 5000, nodes: [{op: Const, value: 1.0}]}\n", one_gpu());
  std::string whole;
  int parts = 0;
  write_placement_json({.name = "m",
                        .graph = placed.graph(),
                        .placement = placed.placement,
                        .devices = one_gpu(),
                        .copies = {}},
                       [&](std::string_view part) {
                         whole += part;
                         ++parts;
                       });
  CHECK(parts > 1);
  CHECK(whole == json(placed, one_gpu()));
}

TEST_CASE("devices as JSON are a list") {
  CHECK(devices_json(no_gpu()) ==
        R"([
  {"name": "/job:localhost/replica:0/task:0/device:CPU:0", "type": "CPU", "simulated": false, "description": "", "memory_limit_bytes": null}
]
)");
}

}  // namespace
}  // namespace graphrun
