#include "report/node_text.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

std::string text(const std::string& graph, std::string_view name, Style style) {
  const Model model = read_model_text("m.yaml", graph, report_fixture::ops());
  return node_text(model.graph, model.graph.find(name), style);
}

TEST_CASE("a constant is summarised as in the guide's error") {
  CHECK(text(R"(nodes:
  - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2], device: /gpu:2}
)",
             "b", Style::guide) ==
        "b = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [3,2] values: 1 2 3...>, "
        "_device=\"/gpu:2\"]()");
}

TEST_CASE("a placeholder is summarised as in the transcript of release 0.12") {
  CHECK(text(R"(nodes:
  - {op: Placeholder, dtype: float32, shape: [100, 100], device: /gpu:1}
)",
             "Placeholder", Style::tf_0_12) ==
        "Placeholder = Placeholder[dtype=DT_FLOAT, shape=[100,100], _device=\"/device:GPU:1\"]()");
}

TEST_CASE("types, the length of a list and colocation are attributes like others, by name") {
  CHECK(text(R"(nodes:
  - {name: x, op: Const, value: 1.0}
  - {name: y, op: Const, value: 2.0}
  - {name: s, op: AddN, inputs: [x, y], colocate_with: [y, x]}
)",
             "s",
             Style::guide) == R"(s = AddN[N=2, T=DT_FLOAT, _class=["loc:@x", "loc:@y"]](x, y))");
}

TEST_CASE("defaults are written out") {
  CHECK(text(report_fixture::kMatMul, "MatMul", Style::guide) ==
        "MatMul = MatMul[T=DT_FLOAT, transpose_a=false, transpose_b=false](a, b)");
}

TEST_CASE("inputs are written as in graph files, control inputs last") {
  CHECK(text(R"(nodes:
  - {name: axis, op: Const, value: 0}
  - {name: x, op: Const, value: [1.0, 2.0]}
  - {name: s, op: Split, inputs: [axis, x], num_split: 2}
  - {name: y, op: AddN, inputs: [s, "s:1", ^x]}
)",
             "y", Style::tf) == "y = AddN[N=2, T=DT_FLOAT](s, s:1, ^x)");
}

TEST_CASE("the guide's device is the file's, others are as tf.device made them") {
  const std::string graph = R"(nodes:
  - {name: x, op: Placeholder, dtype: float32, device: gpu:1}
)";
  CHECK(text(graph, "x", Style::guide) == "x = Placeholder[dtype=DT_FLOAT, _device=\"gpu:1\"]()");
  CHECK(text(graph, "x", Style::guide_full) ==
        "x = Placeholder[dtype=DT_FLOAT, _device=\"/device:GPU:1\"]()");
}

}  // namespace
}  // namespace graphrun
