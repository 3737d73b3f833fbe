#include "model/block_scope.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::graph_of;

TEST_CASE("an inner device is merged over the outer one, field by field") {
  CHECK(graph_of(R"(
nodes:
  - device: /job:ps/gpu:1
    nodes:
      - device: /task:3
        nodes:
          - {op: NoOp, name: a}
          - {device: /cpu:0, nodes: [{op: NoOp, name: b}]}
      - {op: NoOp, name: c}
  - {op: NoOp, name: d}
)") == "a = NoOp on /job:ps/task:3/gpu:1\n"
       "b = NoOp on /job:ps/task:3/cpu:0\n"
       "c = NoOp on /job:ps/gpu:1\n"
       "d = NoOp\n");
}

TEST_CASE("a device is written as in the file unless another adds to it") {
  CHECK(graph_of(R"(
nodes:
  - {device: gpu:0, nodes: [{op: NoOp, name: a}]}
  - {device: /device:GPU:1, nodes: [{device: /gpu:1, nodes: [{op: NoOp, name: b}]}]}
)") == "a = NoOp on gpu:0\n"
       "b = NoOp on /gpu:1\n");
}

TEST_CASE("`device: ~` asks for no device, whatever the blocks around ask for") {
  CHECK(graph_of(R"(
nodes:
  - device: /gpu:0
    nodes:
      - {device: ~, nodes: [{op: NoOp, name: a}]}
)") == "a = NoOp\n");
}

TEST_CASE("what is no device is an error in TensorFlow's words") {
  CHECK(
      complaints_about("nodes:\n"
                       "  - {device: /gpu:x, nodes: [{op: NoOp}]}\n"
                       "  - {op: NoOp, device: [/gpu:0]}\n") ==
      "m.yaml:2:14: InvalidArgumentError: Malformed device specification '/gpu:x'\n"
      " 2 |   - {device: /gpu:x, nodes: [{op: NoOp}]}\n"
      "   |              ^ expected one such as /gpu:0, /cpu:0 or /job:worker/task:1/device:GPU:0\n"
      "m.yaml:3:24: expected a device, such as /gpu:0, got a list\n"
      " 3 |   - {op: NoOp, device: [/gpu:0]}\n"
      "   |                        ^");
}

TEST_CASE("name scopes nest, and one that is entered again is another one") {
  CHECK(graph_of(R"(
nodes:
  - repeat: 2
    scope: tower
    nodes:
      - {op: NoOp}
      - {scope: inner, nodes: [{op: NoOp, name: x}]}
  - {op: NoOp, name: tower}
  - {scope: tower_1, nodes: [{op: NoOp}]}
)") == "tower/NoOp = NoOp\n"
       "tower/inner/x = NoOp\n"
       "tower_1/NoOp = NoOp\n"
       "tower_1/inner/x = NoOp\n"
       "tower = NoOp\n"
       "tower_1_1/NoOp = NoOp\n");
}

TEST_CASE("automatic names of nodes and of scopes leave each other out") {
  CHECK(graph_of(R"(
nodes:
  - {scope: noop, nodes: [{op: NoOp}]}
  - {op: NoOp}
  - {op: Const, value: 1}
  - {scope: Const, nodes: [{op: NoOp}]}
)") == "noop/NoOp = NoOp\n"
       "NoOp_1 = NoOp\n"
       "Const = Const\n"
       "Const_1/NoOp = NoOp\n");
}

TEST_CASE("scopes have names as nodes do") {
  CHECK(
      complaints_about("nodes:\n"
                       "  - {scope: \"a b\", nodes: [{op: NoOp}]}\n"
                       "  - {scope: ~, nodes: [{op: NoOp}]}\n") ==
      "m.yaml:2:13: a scope cannot be called 'a b'\n"
      " 2 |   - {scope: \"a b\", nodes: [{op: NoOp}]}\n"
      "   |             ^ expected letters, digits and any of _ . - /, the first a letter, a digit "
      "or a dot\n"
      "m.yaml:3:13: expected the name of a scope, got nothing\n"
      " 3 |   - {scope: ~, nodes: [{op: NoOp}]}\n"
      "   |             ^");
}

TEST_CASE("what a block waits for, all that it holds waits for") {
  CHECK(graph_of(R"(
nodes:
  - {op: NoOp, name: a}
  - control_inputs: [a, later]
    nodes:
      - {op: NoOp, name: b}
      - {control_inputs: b, nodes: [{op: NoOp, name: c, control_inputs: a}]}
      - {control_inputs: ~, nodes: [{op: NoOp, name: d}]}
  - {op: NoOp, name: later}
)") == "a = NoOp\n"
       "b = NoOp(^a, ^later)\n"
       "c = NoOp(^a, ^later, ^b)\n"
       "d = NoOp\n"
       "later = NoOp\n");
}

TEST_CASE("what a block is colocated with, all that it holds is") {
  CHECK(graph_of(R"(
nodes:
  - {op: NoOp, name: a}
  - device: /gpu:0
    nodes:
      - colocate_with: a
        nodes:
          - {op: NoOp, name: b}
          - {op: NoOp, name: c, colocate_with: b}
          - {device: /cpu:0, nodes: [{op: NoOp, name: d}]}
)") == "a = NoOp\n"
       "b = NoOp with a\n"
       "c = NoOp with a with b\n"
       "d = NoOp on /cpu:0 with a\n");
}
