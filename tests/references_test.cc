#include "model/references.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::graph_of;

TEST_CASE("a reference is a node's name") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Identity, inputs: [a]}
)") == "a = Const\nb = Identity(a)\n");
}

TEST_CASE("one reference needs no list") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Identity, inputs: a}
)") == "a = Const\nb = Identity(a)\n");
}

TEST_CASE("a label can be bound again") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, as: x}
  - {name: b, op: Identity, inputs: x, as: x}
  - {name: c, op: Identity, inputs: x, as: x}
)") == "a = Const\nb = Identity(a)\nc = Identity(b)\n");
}

TEST_CASE("a label hides a node of the same name") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Const, value: 2, as: a}
  - {name: c, op: Identity, inputs: a}
)") == "a = Const\nb = Const\nc = Identity(b)\n");
}

TEST_CASE("`name:1` and `label:1` are other outputs of a node") {
  CHECK(graph_of(R"(
nodes:
  - {name: x, op: Const, value: [1, 2, 3, 4]}
  - {name: parts, op: Split, axis: 0, inputs: x, num_split: 2, as: p}
  - {name: a, op: Identity, inputs: parts:1}
  - {name: b, op: Identity, inputs: [p:1]}
  - {name: c, op: Identity, inputs: p}
)") == "x = Const\n"
       "parts/axis = Const\n"
       "parts = Split(parts/axis, x)\n"
       "a = Identity(parts:1)\n"
       "b = Identity(parts:1)\n"
       "c = Identity(parts)\n");
}

TEST_CASE("an output that a node does not have is an error") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: x, op: Const, value: 1}\n"
                         "  - {op: Identity, inputs: [x:1]}\n"
                         "  - {op: Identity, inputs: [y:2]}\n"
                         "  - {name: y, op: Const, value: 1}\n") ==
        "m.yaml:3:29: 'x' (Const) has 1 output, no 'x:1'\n"
        " 3 |   - {op: Identity, inputs: [x:1]}\n"
        "   |                             ^\n"
        "m.yaml:4:29: 'y' (Const) has 1 output, no 'y:2'\n"
        " 4 |   - {op: Identity, inputs: [y:2]}\n"
        "   |                             ^");
}

TEST_CASE("`^name` among the inputs is a control input") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, as: x}
  - {name: b, op: NoOp}
  - {name: c, op: Identity, inputs: [^b, x, ^x]}
)") == "a = Const\nb = NoOp\nc = Identity(a, ^b, ^a)\n");
}

TEST_CASE("a list label stands for all that it holds") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, append: c}
  - {name: b, op: Const, value: 2, append: c}
  - {name: d, op: AddN, inputs: [c, a]}
  - {name: e, op: AddN, inputs: c}
)") == "a = Const\nb = Const\n"
       "d = AddN(a, b, a)\n"
       "e = AddN(a, b)\n");
}

TEST_CASE("`label:1` of a list label is its second tensor") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, append: c}
  - {name: b, op: Const, value: 2, append: c}
  - {name: d, op: Identity, inputs: c:1}
)") == "a = Const\nb = Const\nd = Identity(b)\n");
}

TEST_CASE("a list label has no tensor beyond its end") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Const, value: 1, append: c}\n"
                         "  - {op: Identity, inputs: c:1}\n") ==
        "m.yaml:3:28: list 'c' holds 1 tensor, no 'c:1'\n"
        " 3 |   - {op: Identity, inputs: c:1}\n"
        "   |                            ^");
}

TEST_CASE("appending to a list that a label was made of leaves the label as it is") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, append: c}
  - let: {d: [c]}
  - {name: b, op: Const, value: 2, append: c}
  - {name: e, op: AddN, inputs: d}
)") == "a = Const\nb = Const\ne = AddN(a)\n");
}

TEST_CASE("a label of one tensor is not appended to") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Const, value: 1, as: c}\n"
                         "  - {op: Const, value: 2, append: c}\n") ==
        "m.yaml:3:35: label 'c' is one tensor, not a list to append to\n"
        " 3 |   - {op: Const, value: 2, append: c}\n"
        "   |                                   ^");
}

TEST_CASE("a reference may point forward to a node's name") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: AddN, inputs: [b, c:1, b], control_inputs: d}
  - {name: b, op: Const, value: [1]}
  - {name: c, op: Split, axis: 0, inputs: w, num_split: 2}
  - {name: w, op: Const, value: [1, 2]}
  - {name: d, op: NoOp, colocate_with: e}
  - {name: e, op: NoOp}
)") == "a = AddN(b, c:1, b, ^d)\n"
       "b = Const\n"
       "c/axis = Const\n"
       "c = Split(c/axis, w)\n"
       "w = Const\n"
       "d = NoOp with e\n"
       "e = NoOp\n");
}

TEST_CASE("a label may be bound to a node that stands further down") {
  CHECK(graph_of(R"(
nodes:
  - let: {x: b, xs: [b, c]}
  - {name: a, op: AddN, inputs: [x, xs]}
  - {name: b, op: Const, value: 1}
  - {name: c, op: Const, value: 2}
fetch: [x]
)") == "a = AddN(b, b, c)\nb = Const\nc = Const\n");
}

TEST_CASE("a reference does not point forward to a label") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Identity, inputs: x}\n"
                         "  - {op: Const, value: 1, as: x}\n") ==
        "m.yaml:2:28: there is no node or label 'x'\n"
        " 2 |   - {op: Identity, inputs: x}\n"
        "   |                            ^ the label of that name is bound further down");
}

TEST_CASE("a name that is nowhere is an error wherever it stands") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: weights, op: Const, value: 1, as: biases}\n"
                         "  - {op: Identity, inputs: [wieghts]}\n"
                         "  - {op: NoOp, control_inputs: baises}\n"
                         "  - let: {unused: nowhere}\n") ==
        "m.yaml:3:29: there is no node or label 'wieghts'\n"
        " 3 |   - {op: Identity, inputs: [wieghts]}\n"
        "   |                             ^ did you mean 'weights'?\n"
        "m.yaml:4:32: there is no node or label 'baises'\n"
        " 4 |   - {op: NoOp, control_inputs: baises}\n"
        "   |                                ^ did you mean 'biases'?\n"
        "m.yaml:5:19: there is no node or label 'nowhere'\n"
        " 5 |   - let: {unused: nowhere}\n"
        "   |                   ^");
}

TEST_CASE("in a name scope a name is the nearest node's: inside, then around") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Const, value: 1}
  - scope: s
    nodes:
      - {name: a, op: Const, value: 2}
      - scope: t
        nodes:
          - {name: x, op: AddN, inputs: [a, b, s/a, c]}
      - {name: c, op: Const, value: 2}
  - {name: y, op: AddN, inputs: [a, s/a, s/t/x]}
)") == "a = Const\n"
       "b = Const\n"
       "s/a = Const\n"
       "s/t/x = AddN(s/a, b, s/a, s/c)\n"
       "s/c = Const\n"
       "y = AddN(a, s/a, s/t/x)\n");
}

TEST_CASE("in a loop whose scope is entered again each turn finds its own nodes") {
  CHECK(graph_of(R"(
nodes:
  - repeat: 2
    scope: tower
    nodes:
      - {name: y, op: Identity, inputs: x}
      - {name: x, op: Const, value: 2}
)") == "tower/y = Identity(tower/x)\n"
       "tower/x = Const\n"
       "tower_1/y = Identity(tower_1/x)\n"
       "tower_1/x = Const\n");
}

TEST_CASE("a reference may be made of variables, one or a list of them") {
  CHECK(graph_of(R"(
params: {which: b, both: [a, b]}
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Const, value: 2}
  - {name: c, op: AddN, inputs: [$which, n$(1 + 1), $both]}
  - {name: n2, op: Const, value: 3}
)") == "a = Const\nb = Const\nc = AddN(b, n2, a, b)\nn2 = Const\n");
}

TEST_CASE("what is no name is no reference") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: AddN, inputs: [{a: b}, ~]}\n"
                         "  - {op: AddN, inputs: [[a]]}\n"
                         "  - let: {x: {a: b}}\n") ==
        "m.yaml:2:25: expected the name of a node or a label, got a mapping\n"
        " 2 |   - {op: AddN, inputs: [{a: b}, ~]}\n"
        "   |                         ^\n"
        "m.yaml:2:33: expected the name of a node or a label, got nothing\n"
        " 2 |   - {op: AddN, inputs: [{a: b}, ~]}\n"
        "   |                                 ^\n"
        "m.yaml:3:25: an input is one reference, not a list of them\n"
        " 3 |   - {op: AddN, inputs: [[a]]}\n"
        "   |                         ^\n"
        "   hint: a label that holds a list stands for all of it\n"
        "m.yaml:4:14: expected the name of a node or a label, got a mapping\n"
        " 4 |   - let: {x: {a: b}}\n"
        "   |              ^");
}

TEST_CASE("an op without outputs is waited for, not read") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Identity, inputs: later}\n"
                         "  - {op: NoOp, name: a}\n"
                         "  - {op: Identity, inputs: a}\n"
                         "  - {op: NoOp, name: later}\n") ==
        "m.yaml:2:28: 'later' (NoOp) has no output to read\n"
        " 2 |   - {op: Identity, inputs: later}\n"
        "   |                            ^\n"
        "   hint: to wait for it, write ^ before its name\n"
        "m.yaml:4:28: 'a' (NoOp) has no output to read\n"
        " 4 |   - {op: Identity, inputs: a}\n"
        "   |                            ^\n"
        "   hint: to wait for it, write ^ before its name");
}

TEST_CASE("labels may have names of any language") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1, as: 权重}
  - {name: b, op: Identity, inputs: 权重}
)") == "a = Const\nb = Identity(a)\n");
}

TEST_CASE("a label that a reference could not name is an error") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Const, value: 1, as: \"a b\"}\n"
                         "  - {op: Const, value: 1, append: a:1}\n"
                         "  - let: {^x: a}\n") ==
        "m.yaml:2:31: a label cannot be called 'a b'\n"
        " 2 |   - {op: Const, value: 1, as: \"a b\"}\n"
        "   |                               ^ expected letters, digits and any of _ . - /\n"
        "m.yaml:3:35: a label cannot be called 'a:1'\n"
        " 3 |   - {op: Const, value: 1, append: a:1}\n"
        "   |                                   ^ expected letters, digits and any of _ . - /\n"
        "m.yaml:4:11: a label cannot be called '^x'\n"
        " 4 |   - let: {^x: a}\n"
        "   |           ^ expected letters, digits and any of _ . - /\n"
        "m.yaml:4:15: there is no node or label 'a'\n"
        " 4 |   - let: {^x: a}\n"
        "   |               ^");
}
