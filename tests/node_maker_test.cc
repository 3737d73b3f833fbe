#include "model/node_maker.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::expanded;
using graphrun::model_fixture::graph_of;
using graphrun::model_fixture::output_of;

TEST_CASE("a node without a name has its op's, numbered from the second") {
  CHECK(graph_of("nodes: [{repeat: 3, nodes: [{op: NoOp}]}]") ==
        "NoOp = NoOp\nNoOp_1 = NoOp\nNoOp_2 = NoOp\n");
}

TEST_CASE("automatic names leave out those that are taken, in any letter case") {
  CHECK(graph_of(R"(
nodes:
  - {name: noop_1, op: NoOp}
  - {name: NOOP, op: NoOp}
  - {op: NoOp}
  - {op: NoOp}
)") == "noop_1 = NoOp\n"
       "NOOP = NoOp\n"
       "NoOp_2 = NoOp\n"
       "NoOp_3 = NoOp\n");
}

TEST_CASE("a name is taken as it is written, inside the current scope") {
  CHECK(graph_of(R"(
nodes:
  - {name: a/b.c-d_e, op: NoOp}
  - {scope: s, nodes: [{name: a/b.c-d_e, op: NoOp}, {name: _x, op: NoOp}]}
)") == "a/b.c-d_e = NoOp\n"
       "s/a/b.c-d_e = NoOp\n"
       "s/_x = NoOp\n");
}

TEST_CASE("two nodes of one name are an error") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: NoOp}\n"
                         "  - {name: NoOp, op: NoOp}\n") ==
        "m.yaml:3:12: duplicate node name 'NoOp'\n"
        " 3 |   - {name: NoOp, op: NoOp}\n"
        "   |            ^ line 2 makes a node of that name");
}

TEST_CASE("names are made of TensorFlow's letters") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: _a, op: NoOp}\n"
                         "  - {name: a b, op: NoOp}\n"
                         "  - {name: \"\", op: NoOp}\n"
                         "  - {name: a/, op: NoOp}\n"
                         "  - {name: [a], op: NoOp}\n") ==
        "m.yaml:2:12: a node cannot be called '_a'\n"
        " 2 |   - {name: _a, op: NoOp}\n"
        "   |            ^ expected letters, digits and any of _ . - /, the first a letter, a "
        "digit or "
        "a dot\n"
        "m.yaml:3:12: a node cannot be called 'a b'\n"
        " 3 |   - {name: a b, op: NoOp}\n"
        "   |            ^ expected letters, digits and any of _ . - /, the first a letter, a "
        "digit or "
        "a dot\n"
        "m.yaml:4:12: a node cannot be called ''\n"
        " 4 |   - {name: \"\", op: NoOp}\n"
        "   |            ^ expected letters, digits and any of _ . - /, the first a letter, a "
        "digit or "
        "a dot\n"
        "m.yaml:5:12: a node cannot be called 'a/'\n"
        " 5 |   - {name: a/, op: NoOp}\n"
        "   |            ^ expected letters, digits and any of _ . - /, the first a letter, a "
        "digit or "
        "a dot\n"
        "m.yaml:6:12: expected a node's name, got a list\n"
        " 6 |   - {name: [a], op: NoOp}\n"
        "   |            ^");
}

TEST_CASE("an op may come from a variable") {
  CHECK(graph_of(R"(
params: {ops: [NoOp, Const]}
nodes:
  - op: $(ops[0])
)") == "NoOp = NoOp\n");
  CHECK(complaints_about("nodes:\n"
                         "  - {for: x, in: [Cons], nodes: [{op: $x}]}\n"
                         "  - {for: x, in: [NoOp], nodes: [{op: $x, valu: 1}]}\n") ==
        "m.yaml:2:39: unknown op 'Cons'\n"
        " 2 |   - {for: x, in: [Cons], nodes: [{op: $x}]}\n"
        "   |                                       ^ did you mean 'Const'?\n"
        "m.yaml:3:43: unknown key 'valu'\n"
        " 3 |   - {for: x, in: [NoOp], nodes: [{op: $x, valu: 1}]}\n"
        "   |                                           ^ neither a node's key nor an attribute or "
        "input of NoOp\n"
        "   hint: graphrun ops NoOp lists them");
}

TEST_CASE("a node has as many inputs as its op takes") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Const, value: 1}\n"
                         "  - {op: Add, inputs: a}\n"
                         "  - {op: Identity}\n"
                         "  - {op: AddN, inputs: []}\n"
                         "  - {op: NoOp, inputs: [a, a]}\n"
                         "  - {op: Sum, inputs: [a, a, a]}\n") ==
        "m.yaml:3:23: Add takes 2 inputs, got 1\n"
        " 3 |   - {op: Add, inputs: a}\n"
        "   |                       ^ expected [x, y]\n"
        "m.yaml:4:10: Identity takes 1 input, got 0\n"
        " 4 |   - {op: Identity}\n"
        "   |          ^ expected [input]\n"
        "m.yaml:5:24: AddN takes at least 1 input, got 0\n"
        " 5 |   - {op: AddN, inputs: []}\n"
        "   |                        ^ expected [inputs...]\n"
        "m.yaml:6:24: NoOp takes no inputs, got 2\n"
        " 6 |   - {op: NoOp, inputs: [a, a]}\n"
        "   |                        ^\n"
        "m.yaml:7:23: Sum takes 1 to 2 inputs, got 3\n"
        " 7 |   - {op: Sum, inputs: [a, a, a]}\n"
        "   |                       ^ expected [input, axis]");
}

TEST_CASE("an input given as a value under its name becomes a constant, named after both") {
  CHECK(graph_of(R"(
nodes:
  - {name: x, op: Const, value: [[1.0, 2.0]]}
  - {name: s, op: Sum, inputs: x, axis: 1, device: /gpu:0}
  - {op: Add, inputs: x, y: 2}
  - {op: Add, x: 0.5, y: [1.0]}
)") == "x = Const\n"
       "s/axis = Const on /gpu:0\n"
       "s = Sum(x, s/axis) on /gpu:0\n"
       "Add/y = Const\n"
       "Add = Add(x, Add/y)\n"
       "Add_1/x = Const\n"
       "Add_1/y = Const\n"
       "Add_1 = Add(Add_1/x, Add_1/y)\n");
}

TEST_CASE("an input given as a value stands where its argument does, after a list, too") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: [1.0]}
  - {name: b, op: Const, value: [2.0]}
  - {name: c, op: ConcatV2, inputs: [a, b, a], axis: 0}
  - {name: d, op: ConcatV2, inputs: a, axis: 0}
  - {name: e, op: Sum, input: [1.0], axis: 0}
  - {name: f, op: Sum, inputs: [e/axis], input: [1.0]}
)") == "a = Const\n"
       "b = Const\n"
       "c/axis = Const\n"
       "c = ConcatV2(a, b, a, c/axis)\n"
       "d/axis = Const\n"
       "d = ConcatV2(a, d/axis)\n"
       "e/input = Const\n"
       "e/axis = Const\n"
       "e = Sum(e/input, e/axis)\n"
       "f/input = Const\n"
       "f = Sum(f/input, e/axis)\n");
}

TEST_CASE("an input given as a value takes the type of the input beside it, or of the argument") {
  const auto model = expanded(R"(
nodes:
  - {name: x, op: Const, value: [1, 2], dtype: float64}
  - {name: a, op: Add, inputs: x, y: 2}
  - {name: s, op: Sum, inputs: x, axis: 0}
  - {name: t, op: Add, x: 1, y: 2, T: float16}
)");
  CHECK(output_of(model, "a/y") == "[] float64");
  CHECK(output_of(model, "s/axis") == "[] int32");
  CHECK(output_of(model, "t") == "[] float16");
}

TEST_CASE("an input that is given twice is one too many") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: x, op: Const, value: 1}\n"
                         "  - {op: Add, inputs: [x, x], y: 2}\n") ==
        "m.yaml:3:23: Add takes 2 inputs, got 3\n"
        " 3 |   - {op: Add, inputs: [x, x], y: 2}\n"
        "   |                       ^ expected [x, y]");
}

TEST_CASE("the device of a node is merged over those of the blocks around it") {
  CHECK(graph_of(R"(
nodes:
  - device: /job:worker/task:1
    nodes:
      - {op: NoOp, name: a, device: /gpu:0}
      - {op: NoOp, name: b, device: ~}
      - {op: NoOp, name: c, device: ""}
)") == "a = NoOp on /job:worker/task:1/gpu:0\n"
       "b = NoOp\n"
       "c = NoOp on /job:worker/task:1\n");
}

TEST_CASE("colocation chains, and leaves the devices of the blocks around aside") {
  CHECK(graph_of(R"(
nodes:
  - {op: NoOp, name: a}
  - device: /gpu:1
    nodes:
      - {op: NoOp, name: b, colocate_with: a}
      - {op: NoOp, name: c, colocate_with: [b, a], device: /cpu:0}
)") == "a = NoOp\n"
       "b = NoOp with a\n"
       "c = NoOp on /cpu:0 with b with a\n");
}

TEST_CASE("a node waits once for each of its control inputs") {
  CHECK(graph_of(R"(
nodes:
  - {op: NoOp, name: a}
  - {op: NoOp, name: b, control_inputs: [a, a, ^a], inputs: ^a}
)") == "a = NoOp\n"
       "b = NoOp(^a)\n");
}

TEST_CASE("inputs that do not fit are reported in TensorFlow's words") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Const, value: [[1.0, 2.0, 3.0]]}\n"
                         "  - {name: b, op: Const, value: [[1.0], [2.0]]}\n"
                         "  - {op: MatMul, inputs: [a, b], name: c}\n") ==
        "m.yaml:4:26: Dimensions must be equal, but are 3 and 2 for 'c' (op: 'MatMul') with input "
        "shapes: [1,3], [2,1].\n"
        " 4 |   - {op: MatMul, inputs: [a, b], name: c}\n"
        "   |                          ^");
}

TEST_CASE("inputs that do not fit are found, too, where they stand further down") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Add, inputs: [c, b]}\n"
                         "  - {name: c, op: MatMul, inputs: [a, a]}\n"
                         "  - {name: d, op: Add, inputs: [a, b]}\n"
                         "  - {name: b, op: Const, value: 1}\n"
                         "  - {name: a, op: Const, value: [[1.0, 2.0, 3.0]]}\n") ==
        "m.yaml:3:35: Dimensions must be equal, but are 3 and 1 for 'c' (op: 'MatMul') with input "
        "shapes: [1,3], [1,3].\n"
        " 3 |   - {name: c, op: MatMul, inputs: [a, a]}\n"
        "   |                                   ^\n"
        "m.yaml:4:36: Input 'y' of 'Add' Op has type int32 that does not match type float32 of "
        "argument 'x'.\n"
        " 4 |   - {name: d, op: Add, inputs: [a, b]}\n"
        "   |                                    ^");
}

TEST_CASE("what reads a node that is at fault is not at fault, too") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Cons, value: 1, as: x}\n"
                         "  - {name: b, op: Add, inputs: [a, x]}\n"
                         "  - {name: c, op: Identity, inputs: a:3}\n"
                         "  - {op: NoOp, control_inputs: c}\n") ==
        "m.yaml:2:19: unknown op 'Cons'\n"
        " 2 |   - {name: a, op: Cons, value: 1, as: x}\n"
        "   |                   ^ did you mean 'Const'?");
}

TEST_CASE("a fault that a loop meets at every turn is reported once") {
  CHECK(complaints_about("nodes: [{repeat: 5, nodes: [{op: Identity, inputs: nowhere}]}]\n") ==
        "m.yaml:1:52: there is no node or label 'nowhere'\n"
        " 1 | nodes: [{repeat: 5, nodes: [{op: Identity, inputs: nowhere}]}]\n"
        "   |                                                    ^");
}
