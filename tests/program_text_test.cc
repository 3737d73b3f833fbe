#include "report/program_text.h"

#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

TEST_CASE("a placed graph is a line a node: op, attributes, inputs, outputs, device") {
  CHECK(passes_fixture::after("none", R"(
nodes:
  - {name: a, op: Const, value: [[1.0, 2.0]], device: /gpu:1}
  - {name: v, op: VariableV2, dtype: int32, shape: [], device: /cpu:0}
  - {name: c, op: MatMul, inputs: [a, a, ^v], transpose_b: true, device: /gpu:0}
  - {name: s, op: Split, inputs: [c], axis: 0, num_split: 1, device: /gpu:0}
  - {name: d, op: Neg, inputs: ["s:0"], device: /gpu:0}
fetch: [d]
)",
                              2) ==
        "a = Const[value=Tensor<type: float shape: [1,2] values: [1 2]>]() : float32 [1,2] on "
        "/gpu:1\n"
        "v = VariableV2[shape=[]]() : ref int32 [] on /cpu:0\n"
        "c = MatMul[transpose_b=true](a, a, ^v) : float32 [1,1] on /gpu:0\n"
        "s/axis = Const[value=Tensor<type: int32 shape: [] values: 0>]() : int32 [] on /gpu:0\n"
        "s = Split[num_split=1](s/axis, c) : float32 [1,1] on /gpu:0\n"
        "d = Neg(s) : float32 [1,1] on /gpu:0\n");
}

}  // namespace
}  // namespace graphrun
