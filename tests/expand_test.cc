#include "model/expand.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::fetches_of;
using graphrun::model_fixture::graph_of;

TEST_CASE("blocks hand their device to what they hold") {
  CHECK(graph_of(R"(
nodes:
  - device: /cpu:0
    nodes:
      - {name: a, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
      - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
  - {op: MatMul, inputs: [a, b], as: c}
fetch: [c]
)") == "a = Const on /cpu:0\n"
       "b = Const on /cpu:0\n"
       "MatMul = MatMul(a, b)\n");
}

TEST_CASE("matpow: a function with a loop, called on two devices") {
  const std::string matpow = R"(
params: {n: 4, size: 10, gpu_a: 0, gpu_b: 1}
nodes:
  - device: /gpu:$gpu_a
    nodes:
      - {op: Placeholder, as: a, name: a, dtype: float32, shape: [$size, $size]}
      - {call: matpow, args: {m: a, n: $n}, append: c1}
  - device: /gpu:$gpu_b
    nodes:
      - {op: Placeholder, as: b, name: b, dtype: float32, shape: [$size, $size]}
      - {call: matpow, args: {m: b, n: $n}, append: c1}
  - device: /cpu:0
    nodes:
      - {op: AddN, name: sum, inputs: c1}
functions:
  matpow:
    args: [m, n]
    nodes:
      - let: {x: m}
      - {repeat: $(n - 1), nodes: [{op: MatMul, inputs: [m, x], as: x}]}
    returns: x
feeds:
  a: {random_uniform: {low: 0, high: 1, seed: 1}}
  b: {random_uniform: {low: 0, high: 1, seed: 2}}
fetch: [sum]
)";
  CHECK(graph_of(matpow) ==
        "a = Placeholder on /gpu:0\n"
        "MatMul = MatMul(a, a) on /gpu:0\n"
        "MatMul_1 = MatMul(a, MatMul) on /gpu:0\n"
        "MatMul_2 = MatMul(a, MatMul_1) on /gpu:0\n"
        "b = Placeholder on /gpu:1\n"
        "MatMul_3 = MatMul(b, b) on /gpu:1\n"
        "MatMul_4 = MatMul(b, MatMul_3) on /gpu:1\n"
        "MatMul_5 = MatMul(b, MatMul_4) on /gpu:1\n"
        "sum = AddN(MatMul_2, MatMul_5) on /cpu:0\n");
  CHECK(fetches_of(matpow) == "sum");
}

TEST_CASE("multi-tower: a loop over devices, with TensorFlow's automatic names") {
  CHECK(graph_of(R"(
nodes:
  - for: d
    in: [/gpu:2, /gpu:3]
    device: $d
    nodes:
      - {op: Const, as: a, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
      - {op: Const, as: b, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
      - {op: MatMul, inputs: [a, b], append: c}
  - {op: AddN, inputs: c, device: /cpu:0, as: sum}
fetch: [sum]
)") == "Const = Const on /gpu:2\n"
       "Const_1 = Const on /gpu:2\n"
       "MatMul = MatMul(Const, Const_1) on /gpu:2\n"
       "Const_2 = Const on /gpu:3\n"
       "Const_3 = Const on /gpu:3\n"
       "MatMul_1 = MatMul(Const_2, Const_3) on /gpu:3\n"
       "AddN = AddN(MatMul, MatMul_1) on /cpu:0\n");
}

TEST_CASE("a loop over a list takes its items in turn") {
  CHECK(graph_of(R"(
nodes:
  - for: name
    in: [x, 2, true]
    nodes: [{name: n_$name, op: NoOp}]
)") == "n_x = NoOp\n"
       "n_2 = NoOp\n"
       "n_true = NoOp\n");
}

TEST_CASE("a loop over a range counts as Python does") {
  CHECK(graph_of(R"(
nodes:
  - {for: i, range: 2, nodes: [{name: a$i, op: NoOp}]}
  - {for: i, range: [2, 4], nodes: [{name: b$i, op: NoOp}]}
  - {for: i, range: [5, 0, -2], nodes: [{name: c$i, op: NoOp}]}
)") == "a0 = NoOp\na1 = NoOp\n"
       "b2 = NoOp\nb3 = NoOp\n"
       "c5 = NoOp\nc3 = NoOp\nc1 = NoOp\n");
}

TEST_CASE("a loop of no turns makes nothing") {
  CHECK(graph_of("nodes:\n"
                 "  - {repeat: 0, nodes: [{op: NoOp}]}\n"
                 "  - {for: i, range: [3, 3], nodes: [{op: NoOp}]}\n"
                 "  - {for: i, in: [], nodes: [{op: NoOp}]}\n") == "");
}

TEST_CASE("loops nest, and the inner variable hides the outer one of its name") {
  CHECK(graph_of(R"(
nodes:
  - for: i
    range: 2
    nodes:
      - {for: j, range: 2, nodes: [{name: n$(10 * i + j), op: NoOp}]}
      - {for: i, in: [$(i + 7)], nodes: [{name: i$i, op: NoOp}]}
      - {name: o$i, op: NoOp}
)") == "n0 = NoOp\nn1 = NoOp\ni7 = NoOp\no0 = NoOp\n"
       "n10 = NoOp\nn11 = NoOp\ni8 = NoOp\no1 = NoOp\n");
}

TEST_CASE("labels that a loop binds live on after it") {
  CHECK(graph_of(R"(
nodes:
  - {repeat: 2, nodes: [{op: NoOp, as: last}]}
  - {op: NoOp, name: after, control_inputs: last}
)") == "NoOp = NoOp\n"
       "NoOp_1 = NoOp\n"
       "after = NoOp(^NoOp_1)\n");
}

TEST_CASE("a loop's variable ends with the loop") {
  CHECK(complaints_about("nodes:\n"
                         "  - {for: i, range: 1, nodes: [{op: NoOp}]}\n"
                         "  - {op: NoOp, name: n$i}\n") ==
        "m.yaml:3:24: unknown name 'i'\n"
        " 3 |   - {op: NoOp, name: n$i}\n"
        "   |                        ^");
}

TEST_CASE("what a loop takes from a block may depend on its variable") {
  CHECK(graph_of(R"(
nodes:
  - for: i
    range: 4
    when: $(i % 2 == 1)
    device: /gpu:$i
    scope: s$i
    nodes: [{op: NoOp}]
)") == "s1/NoOp = NoOp on /gpu:1\n"
       "s3/NoOp = NoOp on /gpu:3\n");
}

TEST_CASE("`when` skips a block unless it is true") {
  CHECK(graph_of(R"(
params: {train: false}
nodes:
  - {when: $train, nodes: [{name: a, op: NoOp}]}
  - {when: $(not train), nodes: [{name: b, op: NoOp}]}
)") == "b = NoOp\n");
}

TEST_CASE("`when` is true or false and nothing else") {
  CHECK(complaints_about("nodes:\n"
                         "  - {when: 1, nodes: [{op: NoOp}]}\n") ==
        "m.yaml:2:12: expected true or false, got integer 1\n"
        " 2 |   - {when: 1, nodes: [{op: NoOp}]}\n"
        "   |            ^");
}

TEST_CASE("`let` binds labels without making a node") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: NoOp}
  - {name: b, op: NoOp}
  - let: {x: a, y: [a, b], z: [y, x]}
  - {name: c, op: NoOp, control_inputs: [x]}
  - {name: d, op: NoOp, control_inputs: y}
)") == "a = NoOp\n"
       "b = NoOp\n"
       "c = NoOp(^a)\n"
       "d = NoOp(^a, ^b)\n");
}

TEST_CASE("labels of one `let` are bound one after another") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: NoOp}
  - let: {x: a, y: x}
  - {name: c, op: NoOp, control_inputs: y}
)") == "a = NoOp\n"
       "c = NoOp(^a)\n");
}

TEST_CASE("a cycle is an error that shows it") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: x, op: Const, value: 1.0}\n"
                         "  - {name: b, op: Add, inputs: [x, d]}\n"
                         "  - {name: c, op: Identity, inputs: b}\n"
                         "  - {name: d, op: Identity, inputs: c}\n"
                         "  - {name: e, op: Identity, inputs: d}\n") ==
        "m.yaml:3:5: the graph has a cycle: b → c → d → b\n"
        " 3 |   - {name: b, op: Add, inputs: [x, d]}\n"
        "   |     ^ each node reads the one before it");
}

TEST_CASE("a long cycle is shown in part") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: n0, op: Identity, inputs: n99}\n"
                         "  - {for: i, range: [1, 100], nodes: [{name: n$i, op: Identity, "
                         "inputs: \"n$(i - 1)\"}]}\n") ==
        "m.yaml:2:5: the graph has a cycle: n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → "
        "(92 more) → n0\n"
        " 2 |   - {name: n0, op: Identity, inputs: n99}\n"
        "   |     ^ each node reads the one before it");
}

TEST_CASE("a node that waits for itself is a cycle, too") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: NoOp, control_inputs: a}\n") ==
        "m.yaml:2:5: the graph has a cycle: a → a\n"
        " 2 |   - {name: a, op: NoOp, control_inputs: a}\n"
        "   |     ^ each node reads the one before it");
}

TEST_CASE("types and shapes are inferred, also of nodes that stand before what they read") {
  const auto model = graphrun::model_fixture::expanded(R"(
nodes:
  - {name: c, op: MatMul, inputs: [a, b]}
  - {name: a, op: Placeholder, dtype: float64, shape: [~, 3]}
  - {name: b, op: Placeholder, dtype: float64, shape: [3, 4]}
)");
  CHECK(graphrun::model_fixture::output_of(model, "c") == "[?,4] float64");
}

TEST_CASE("a graph of more nodes than it may have is refused where the last one is made") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: NoOp}\n"
                         "  - {for: i, in: [1, 2, 3], when: $(i > 0), nodes: [{op: NoOp}]}\n",
                         {.max_nodes = 3}) ==
        "m.yaml:3:53: the graph has more than 3 nodes\n"
        " 3 |   - {for: i, in: [1, 2, 3], when: $(i > 0), nodes: [{op: NoOp}]}\n"
        "   |                                                     ^\n"
        "   hint: --max-nodes allows more");
}

TEST_CASE("a loop that must make too many nodes is refused before its first turn") {
  CHECK(complaints_about("nodes:\n"
                         "  - {repeat: 1000000000000000, nodes: [{op: NoOp}]}\n") ==
        "m.yaml:2:14: the graph has more than 10000000 nodes\n"
        " 2 |   - {repeat: 1000000000000000, nodes: [{op: NoOp}]}\n"
        "   |              ^\n"
        "   hint: --max-nodes allows more");
}

TEST_CASE("loops within loops are refused before the first turn of the outermost") {
  CHECK(complaints_about("nodes:\n"
                         "  - repeat: 100000\n"
                         "    nodes: [{repeat: 100000, nodes: [{call: f}]}]\n"
                         "functions: {f: {nodes: [{op: NoOp}]}}\n") ==
        "m.yaml:2:13: the graph has more than 10000000 nodes\n"
        " 2 |   - repeat: 100000\n"
        "   |             ^\n"
        "   hint: --max-nodes allows more");
}

TEST_CASE("a graph may have as many nodes as --max-nodes says") {
  CHECK(graph_of("nodes: [{repeat: 3, nodes: [{op: NoOp}]}]", {.max_nodes = 3}) ==
        "NoOp = NoOp\nNoOp_1 = NoOp\nNoOp_2 = NoOp\n");
}

TEST_CASE("a file without nodes is an empty graph") { CHECK(graph_of("nodes: []") == ""); }
