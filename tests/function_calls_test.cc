#include "model/function_calls.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::graph_of;

TEST_CASE("a call makes the function's nodes and binds what it returns") {
  CHECK(graph_of(R"(
functions:
  twice:
    args: [x, name]
    nodes: [{name: $name, op: AddN, inputs: [x, x], as: y}]
    returns: y
nodes:
  - {name: a, op: Const, value: 1}
  - {call: twice, args: {x: a, name: b}, as: c}
  - {call: twice, args: {x: c, name: d}}
)") == "a = Const\n"
       "b = AddN(a, a)\n"
       "d = AddN(b, b)\n");
}

TEST_CASE("labels inside a function are its own") {
  CHECK(graph_of(R"(
functions:
  f:
    args: [x]
    nodes: [{op: Identity, inputs: x, as: y}]
    returns: y
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Const, value: 1, as: y}
  - {call: f, args: {x: a}}
  - {name: c, op: Identity, inputs: y}
)") == "a = Const\n"
       "b = Const\n"
       "Identity = Identity(a)\n"
       "c = Identity(b)\n");
  CHECK(complaints_about("functions:\n"
                         "  f: {nodes: [{op: Identity, inputs: x}]}\n"
                         "nodes:\n"
                         "  - {op: Const, value: 1, as: x}\n"
                         "  - {call: f}\n") ==
        "m.yaml:2:38: there is no node or label 'x'\n"
        " 2 |   f: {nodes: [{op: Identity, inputs: x}]}\n"
        "   |                                      ^ a function sees only its own labels and its "
        "'args'");
}

TEST_CASE("a function sees params, but no variable of its caller") {
  CHECK(complaints_about("params: {n: 1}\n"
                         "functions:\n"
                         "  f: {nodes: [{name: a$n, op: NoOp}, {name: b$i, op: NoOp}]}\n"
                         "nodes:\n"
                         "  - {for: i, range: 1, nodes: [{call: f}]}\n") ==
        "m.yaml:3:47: unknown name 'i'\n"
        " 3 |   f: {nodes: [{name: a$n, op: NoOp}, {name: b$i, op: NoOp}]}\n"
        "   |                                               ^\n"
        "   hint: in 'f', called on line 5");
}

TEST_CASE("an argument may be a list of tensors, or a list label") {
  CHECK(graph_of(R"(
functions:
  total: {args: [xs], nodes: [{op: AddN, inputs: xs, as: y}], returns: y}
nodes:
  - {name: a, op: Const, value: 1, append: all}
  - {name: b, op: Const, value: 1, append: all}
  - {call: total, args: {xs: [a, b, a]}}
  - {call: total, args: {xs: all}}
)") == "a = Const\nb = Const\n"
       "AddN = AddN(a, b, a)\n"
       "AddN_1 = AddN(a, b)\n");
}

TEST_CASE("an argument may be a number, a text or a list of them, and then names nothing") {
  CHECK(graph_of(R"(
functions:
  f:
    args: [n, device, names]
    nodes:
      - {for: name, in: $names, device: $device, nodes: [{name: $name$n, op: NoOp}]}
nodes:
  - {call: f, args: {n: 3, device: /gpu:1, names: [x, y]}}
)") == "x3 = NoOp on /gpu:1\n"
       "y3 = NoOp on /gpu:1\n");
}

TEST_CASE("an argument may name a node that stands further down") {
  CHECK(graph_of(R"(
functions:
  f: {args: [x], nodes: [{op: Identity, inputs: x}]}
nodes:
  - {call: f, args: {x: a}}
  - {name: a, op: Const, value: 1}
)") == "Identity = Identity(a)\na = Const\n");
}

TEST_CASE("a function may return several tensors") {
  CHECK(graph_of(R"(
functions:
  two: {nodes: [{op: Const, value: 1, as: x}, {op: Const, value: 2, as: y}], returns: [x, y]}
nodes:
  - {call: two, as: both}
  - {op: AddN, inputs: both}
  - {op: Identity, inputs: both:1}
  - {call: two, append: both}
  - {op: AddN, inputs: both}
)") == "Const = Const\nConst_1 = Const\n"
       "AddN = AddN(Const, Const_1)\n"
       "Identity = Identity(Const_1)\n"
       "Const_2 = Const\nConst_3 = Const\n"
       "AddN_1 = AddN(Const, Const_1, Const_2, Const_3)\n");
}

TEST_CASE("a call takes what a block takes") {
  CHECK(graph_of(R"(
functions:
  f: {args: [x], nodes: [{name: y, op: Identity, inputs: x}, {name: z, op: Identity, inputs: y}]}
nodes:
  - {name: a, op: Const, value: 1}
  - {call: f, args: {x: a}, scope: s, device: /gpu:0, control_inputs: a}
  - {call: f, args: {x: a}, scope: s, colocate_with: a}
  - {call: f, args: {x: a}, when: false}
)") == "a = Const\n"
       "s/y = Identity(a, ^a) on /gpu:0\n"
       "s/z = Identity(s/y, ^a) on /gpu:0\n"
       "s_1/y = Identity(a) with a\n"
       "s_1/z = Identity(s_1/y) with a\n");
}

TEST_CASE("arguments are those that the function has, all of them") {
  CHECK(complaints_about("functions:\n"
                         "  matpow: {args: [m, n], nodes: []}\n"
                         "  none: {nodes: []}\n"
                         "nodes:\n"
                         "  - {call: matpow, args: {m: 1, nn: 2}}\n"
                         "  - {call: none, args: {x: 1}}\n"
                         "  - {call: matpow}\n") ==
        "m.yaml:5:12: function 'matpow' needs the argument 'n'\n"
        " 5 |   - {call: matpow, args: {m: 1, nn: 2}}\n"
        "   |            ^\n"
        "m.yaml:5:33: function 'matpow' has no argument 'nn'\n"
        " 5 |   - {call: matpow, args: {m: 1, nn: 2}}\n"
        "   |                                 ^ did you mean 'n'?\n"
        "m.yaml:6:25: function 'none' has no argument 'x'\n"
        " 6 |   - {call: none, args: {x: 1}}\n"
        "   |                         ^ it has none\n"
        "m.yaml:7:12: function 'matpow' needs the argument 'm'\n"
        " 7 |   - {call: matpow}\n"
        "   |            ^\n"
        "m.yaml:7:12: function 'matpow' needs the argument 'n'\n"
        " 7 |   - {call: matpow}\n"
        "   |            ^");
}

TEST_CASE("an unknown function is an error, also where it is not called") {
  CHECK(complaints_about("functions: {matpow: {nodes: []}}\n"
                         "nodes:\n"
                         "  - {call: matpwo, when: false}\n"
                         "  - {for: f, in: [matpo], nodes: [{call: $f}]}\n") ==
        "m.yaml:3:12: unknown function 'matpwo'\n"
        " 3 |   - {call: matpwo, when: false}\n"
        "   |            ^ did you mean 'matpow'?\n"
        "m.yaml:4:42: unknown function 'matpo'\n"
        " 4 |   - {for: f, in: [matpo], nodes: [{call: $f}]}\n"
        "   |                                          ^ did you mean 'matpow'?");
}

TEST_CASE("a function that returns nothing has nothing to bind") {
  CHECK(complaints_about("functions: {f: {nodes: [{op: NoOp}]}}\n"
                         "nodes:\n"
                         "  - {call: f, as: x}\n"
                         "  - {op: Identity, inputs: x}\n") ==
        "m.yaml:3:19: function 'f' returns nothing to bind\n"
        " 3 |   - {call: f, as: x}\n"
        "   |                   ^\n"
        "   hint: say what it returns: returns: x");
}

TEST_CASE("a call chain that returns to itself is shown") {
  CHECK(complaints_about("functions:\n"
                         "  f: {nodes: [{call: g}]}\n"
                         "  g: {nodes: [{call: h}]}\n"
                         "  h: {nodes: [{call: g}]}\n"
                         "nodes:\n"
                         "  - {call: f}\n") ==
        "m.yaml:4:22: a call chain returns to itself: g → h → g\n"
        " 4 |   h: {nodes: [{call: g}]}\n"
        "   |                      ^\n"
        "   hint: loops (repeat:, for:) do what recursion would");
}

TEST_CASE("a fault inside a function says where the function was called") {
  CHECK(complaints_about("functions:\n"
                         "  product: {args: [a, b], nodes: [{op: MatMul, inputs: [a, b]}]}\n"
                         "nodes:\n"
                         "  - {name: x, op: Const, value: [[1, 2]]}\n"
                         "  - {call: product, args: {a: x, b: x}}\n") ==
        "m.yaml:2:56: Dimensions must be equal, but are 2 and 1 for 'MatMul' (op: 'MatMul') with "
        "input shapes: [1,2], [1,2].\n"
        " 2 |   product: {args: [a, b], nodes: [{op: MatMul, inputs: [a, b]}]}\n"
        "   |                                                        ^\n"
        "   hint: in 'product', called on line 5");
}
