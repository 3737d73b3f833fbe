#include "runtime/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "plan_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;
using session_fixture::machine;
using session_fixture::Planned;

const std::string kVector = "value: [1.0, 2.0]}\n";

TEST_CASE("a tensor is copied to another memory once, however many read it there") {
  const Planned planned("  - {name: x, op: Const, device: /cpu:0, " + kVector +
                            "  - {name: a, op: Add, inputs: [x, x], device: /gpu:0}\n"
                            "  - {name: b, op: Mul, inputs: [a, x], device: /gpu:0}\n"
                            "  - {name: c, op: Sub, inputs: [x, b], device: /gpu:0}\n",
                        machine(1), {"c"});
  CHECK(planned.steps() ==
        "x on host, copy x to gpu:0, a on gpu:0, b on gpu:0, c on gpu:0, copy c to host");
  CHECK(planned.plan.slots[planned.plan.steps[1].first_output].readers == 4);
}

TEST_CASE("each memory that reads a tensor gets a copy of its own") {
  const Planned planned("  - {name: x, op: Const, device: /gpu:0, " + kVector +
                            "  - {name: a, op: Identity, inputs: [x], device: /gpu:1}\n"
                            "  - {name: b, op: Identity, inputs: [x], device: /cpu:0}\n"
                            "  - {name: c, op: Add, inputs: [a, x], device: /gpu:1}\n",
                        machine(2), {"b", "c"});
  CHECK(planned.steps() ==
        "x on gpu:0, copy x to gpu:1, a on gpu:1, copy x to host, b on host, c on gpu:1, "
        "copy c to host");
}

TEST_CASE("a plan keeps what the fetches need and nothing else") {
  const std::string nodes = "  - {name: x, op: Const, " + kVector +
                            "  - {name: a, op: Identity, inputs: [x]}\n"
                            "  - {name: b, op: Identity, inputs: [a]}\n"
                            "  - {name: c, op: Add, inputs: [b, x]}\n";
  CHECK(Planned(nodes, machine(0), {"a"}).steps() == "x on host, a on host");
  CHECK(Planned(nodes, machine(0), {"x"}).steps() == "x on host");
  CHECK(Planned(nodes, machine(0), {"c"}).steps() == "x on host, a on host, b on host, c on host");
  CHECK(Planned(nodes, machine(0), {}).steps() == "");
}

TEST_CASE("a control input is needed and waited for, but not read") {
  const Planned planned("  - {name: x, op: Const, " + kVector +
                            "  - {name: first, op: Identity, inputs: [x], device: /gpu:0}\n"
                            "  - {name: nothing, op: NoOp, control_inputs: [first]}\n"
                            "  - {name: y, op: Identity, inputs: [x], control_inputs: [nothing],"
                            " device: /cpu:0}\n",
                        machine(1), {"y"});
  CHECK(planned.waits(planned.step("nothing"), planned.step("first")));
  CHECK(planned.waits(planned.step("y"), planned.step("nothing")));
  CHECK(planned.plan.slots[planned.plan.steps[planned.step("first")].first_output].readers == 0);
}

TEST_CASE("a step that reads a tensor twice waits for it once") {
  const Planned planned("  - {name: x, op: Const, " + kVector +
                            "  - {name: y, op: Add, inputs: [x, x], control_inputs: [x]}\n",
                        machine(0), {"y"});
  CHECK(planned.plan.steps[planned.step("y")].waits_for == 1);
  CHECK(planned.plan.slots[0].readers == 2);
}

TEST_CASE("what is fed lies in host memory and is copied where it is read") {
  const Planned planned(
      "  - {name: x, op: Placeholder, dtype: float32, shape: [2], device: /gpu:0}\n"
      "  - {name: y, op: Add, inputs: [x, x], device: /gpu:0}\n"
      "feeds: {x: {value: [1, 2]}}\n",
      machine(1), {"y"});
  CHECK(planned.steps() == "copy x to gpu:0, y on gpu:0, copy y to host");
  REQUIRE(planned.plan.fed.size() == 1);
  CHECK(planned.space(planned.plan.slots[planned.plan.fed[0].slot].space) == "host");
  CHECK(planned.plan.steps[0].waits_for == 0);
}

TEST_CASE("a fetch reads its tensor in the client's memory") {
  const Planned planned("  - {name: x, op: Const, " + kVector, machine(1), {"x", "x"});
  CHECK(planned.steps() == "x on gpu:0, copy x to host");
  CHECK(planned.plan.fetched == std::vector<SlotId>{1, 1});
  CHECK(planned.plan.slots[1].readers == 2);
}

TEST_CASE("a fetch of what has no value has no slot") {
  const Planned planned("  - {name: nothing, op: NoOp}\n", machine(0), {"nothing"});
  CHECK(planned.steps() == "nothing");
  CHECK(planned.plan.fetched == std::vector<SlotId>{kNoSlotId});
}

TEST_CASE("what a kernel keeps in host memory is not copied to its GPU") {
  SECTION("an argument that says what is to be made") {
    const Planned planned(
        "  - {name: shape, op: Const, value: [2, 2], device: /cpu:0}\n"
        "  - {name: y, op: RandomUniform, inputs: [shape], device: /gpu:0}\n",
        machine(1), {"y"});
    CHECK(planned.steps() == "shape on host, y on gpu:0, copy y to host");
  }
  SECTION("32-bit integers") {
    const Planned planned(
        "  - {name: x, op: Const, value: [2, 2], device: /gpu:0}\n"
        "  - {name: y, op: Add, inputs: [x, x], device: /gpu:0}\n",
        machine(1), {"y"});
    CHECK(planned.steps() == "x on host, y on host");
    CHECK(planned.plan.lanes[planned.plan.steps[1].lane].kind == Lane::Kind::compute);
  }
  SECTION("text") {
    const Planned planned(
        "  - {name: x, op: Const, value: [a, b]}\n"
        "  - {name: y, op: Identity, inputs: [x], device: /gpu:0}\n",
        machine(1), {"y"});
    CHECK(planned.steps() == "x on host, y on host");
  }
}

TEST_CASE("a variable is passed where it is, its value is copied where it is read") {
  const std::string nodes =
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: v, op: VariableV2, dtype: float32, shape: [2]}\n"
      "      - {name: one, op: Const, value: [1.0, 1.0]}\n"
      "      - {name: set, op: Assign, inputs: [v, one]}\n"
      "      - {name: more, op: AssignAdd, inputs: [set, one]}\n"
      "  - {name: read, op: Identity, inputs: [v], device: /cpu:0}\n"
      "  - {name: later, op: Identity, inputs: [v], device: /cpu:0, control_inputs: [more]}\n";
  CHECK(Planned(nodes, machine(1), {"more"}).steps() ==
        "v on gpu:0, one on gpu:0, set on gpu:0, more on gpu:0, copy more to host");
  CHECK(Planned(nodes, machine(1), {"read"}).steps() == "v on gpu:0, copy v to host, read on host");

  const Planned after(nodes, machine(1), {"later"});
  CHECK(after.waits(after.step("v", true), after.step("more")));
}

TEST_CASE("the hosts of two tasks share no memory") {
  std::vector<DeviceInfo> infos = machine(1);
  infos.push_back({.name = {.job = "worker"}, .is_simulated = true});
  const Planned planned("  - {name: x, op: Const, device: /job:worker/cpu:0, " + kVector +
                            "  - {name: y, op: Identity, inputs: [x], device: /cpu:0}\n",
                        infos, {"y"});
  CHECK(planned.steps() == "x on worker host, copy x to host, y on host");
}

TEST_CASE("a GPU has the lanes that it needs, and all hosts share one") {
  const Planned planned("  - {name: x, op: Const, device: /gpu:0, " + kVector +
                            "  - {name: y, op: Identity, inputs: [x], device: /gpu:1}\n"
                            "  - {name: z, op: Identity, inputs: [y], device: /cpu:0}\n",
                        machine(2), {"z"});
  std::string lanes;
  for (const Lane& lane : planned.plan.lanes) {
    lanes += fmt::format("{}{} ", static_cast<int>(lane.kind), lane.device);
  }
  // host; computing on gpu:0; computing on gpu:1, copies into it, copies out of it.
  CHECK(lanes == "00 11 12 22 32 ");
}

TEST_CASE("a placeholder that the fetches need must be fed") {
  const std::string nodes =
      "  - {name: x, op: Placeholder, dtype: float32, shape: [2, -1]}\n"
      "  - {name: y, op: Identity, inputs: [x]}\n"
      "  - {name: z, op: Const, " +
      kVector;
  CHECK(error_of([&] { Planned(nodes, machine(0), {"y"}); }) ==
        "3: m.yaml:2:5: InvalidArgumentError: You must feed a value for placeholder tensor 'x' "
        "with dtype float and shape [2,?]\n"
        " 2 |   - {name: x, op: Placeholder, dtype: float32, shape: [2, -1]}\n"
        "   |     ^\n"
        "   hint: --feed x=a.npy, --feed x=random:seed=1, or 'feeds' in the file");
  CHECK(Planned(nodes, machine(0), {"z"}).steps() == "z on host");
}

TEST_CASE("an op that is only declared cannot be needed") {
  OpCatalog catalog = make_catalog();
  catalog.add({.name = "Unreal",
               .outputs = {ArgDef::of("y", DType::float32)},
               .kernels = {{.device = DeviceType::cpu}},
               .declared_in = "ops.yaml"});
  const std::string nodes =
      "  - {name: x, op: Unreal}\n"
      "  - {name: z, op: Const, " +
      kVector;
  CHECK(error_of([&] { Planned(nodes, machine(0), {"x"}, catalog); }) ==
        "3: m.yaml:2:5: op 'Unreal' cannot run: it is only declared, in ops.yaml\n"
        " 2 |   - {name: x, op: Unreal}\n"
        "   |     ^\n"
        "   hint: place, check and draw take such graphs");
  CHECK(Planned(nodes, machine(0), {"z"}, catalog).steps() == "z on host");
}

}  // namespace
}  // namespace graphrun
