#include "model/model_file.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::expanded;
using graphrun::model_fixture::graph_of;

TEST_CASE("a file may be written in braces, as JSON is") {
  CHECK(graph_of(R"({"nodes": [{"name": "a", "op": "Const", "value": [1, 2]},
                               {"op": "Identity", "inputs": ["a"]}], "fetch": ["a"]})") ==
        "a = Const\nIdentity = Identity(a)\n");
}

TEST_CASE("all the faults of a file are reported together, in its order") {
  CHECK(complaints_about("fetch: [a]\n"
                         "nodes:\n"
                         "  - {op: Identity, inputs: [nowhere]}\n"
                         "  - {op: Cons, value: 1}\n"
                         "  - {repeat: -2, nodes: []}\n"
                         "param: {n: 1}\n"
                         "config: {allow_soft_placement: 2}\n") ==
        "m.yaml:3:29: there is no node or label 'nowhere'\n"
        " 3 |   - {op: Identity, inputs: [nowhere]}\n"
        "   |                             ^\n"
        "m.yaml:4:10: unknown op 'Cons'\n"
        " 4 |   - {op: Cons, value: 1}\n"
        "   |          ^ did you mean 'Const'?\n"
        "m.yaml:5:14: cannot repeat -2 times\n"
        " 5 |   - {repeat: -2, nodes: []}\n"
        "   |              ^\n"
        "m.yaml:6:1: unknown key 'param'\n"
        " 6 | param: {n: 1}\n"
        "   | ^ did you mean 'params'?\n"
        "m.yaml:7:32: expected true or false, got integer 2\n"
        " 7 | config: {allow_soft_placement: 2}\n"
        "   |                                ^");
}

TEST_CASE("what a block that is skipped holds is looked at all the same") {
  CHECK(complaints_about("nodes:\n"
                         "  - {when: false, nodes: [{op: Cons}]}\n") ==
        "m.yaml:2:32: unknown op 'Cons'\n"
        " 2 |   - {when: false, nodes: [{op: Cons}]}\n"
        "   |                                ^ did you mean 'Const'?");
}

TEST_CASE("aliases repeat what they name") {
  CHECK(graph_of(R"(
nodes:
  - &constant {op: Const, value: &ones [1, 1]}
  - *constant
  - {op: Const, value: *ones}
)") == "Const = Const\nConst_1 = Const\nConst_2 = Const\n");
}

TEST_CASE("`cluster` is reserved") {
  CHECK(complaints_about("cluster: {worker: [localhost:2222]}\n"
                         "nodes: []\n") ==
        "m.yaml:1:10: 'cluster' is reserved: graphs run in one process\n"
        " 1 | cluster: {worker: [localhost:2222]}\n"
        "   |          ^\n"
        "   hint: --devices simulates devices of other jobs and tasks");
}

TEST_CASE("a text without quotes is no value for an input: it was meant as a reference") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: x, op: Const, value: 1}\n"
                         "  - {op: Identity, input: [x]}\n"
                         "  - {op: Add, x: x, y: x}\n") ==
        "m.yaml:3:20: 'input' takes a value, not a reference\n"
        " 3 |   - {op: Identity, input: [x]}\n"
        "   |                    ^ did you mean 'inputs'?\n"
        "m.yaml:4:15: 'x' takes a value, not a reference\n"
        " 4 |   - {op: Add, x: x, y: x}\n"
        "   |               ^ references stand in 'inputs'\n"
        "m.yaml:4:21: 'y' takes a value, not a reference\n"
        " 4 |   - {op: Add, x: x, y: x}\n"
        "   |                     ^ references stand in 'inputs'");
  CHECK(graph_of("nodes: [{op: Identity, input: \"x\"}]") ==
        "Identity/input = Const\nIdentity = Identity(Identity/input)\n");
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(complaints_about("nodes:\n"
                         "  - {op: Const, value: \"权重 ö\", nme: a}\n") ==
        "m.yaml:2:32: unknown key 'nme'\n"
        " 2 |   - {op: Const, value: \"权重 ö\", nme: a}\n"
        "   |                                ^ did you mean 'name'?");
}
