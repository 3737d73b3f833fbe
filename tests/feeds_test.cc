#include "model/feeds.h"

#include "catch.h"
#include "model_fixture.h"

namespace graphrun {
namespace {

using model_fixture::complaints_about;
using model_fixture::expanded;

TEST_CASE("a placeholder is fed by its name or by a label") {
  const Model model = expanded(R"(
params: {low: -1}
nodes:
  - {name: a, op: Placeholder, dtype: float32, shape: [2]}
  - {name: b, op: Placeholder, dtype: float32, shape: [2], as: x}
  - {name: c, op: Placeholder, dtype: float64, shape: [~, 2]}
  - {name: d, op: Placeholder, dtype: int32, shape: [2]}
feeds:
  a: {random_uniform: {low: $low, high: 3, seed: 7}}
  x: {random_normal: {mean: 1, stddev: 0.5, seed: 8}}
  c: {value: [[1, 2], [3, 4]]}
  d: {value: 5}
)");
  REQUIRE(model.feeds.size() == 4);
  const auto& uniform = std::get<UniformFeed>(model.feeds[0].source);
  CHECK(model.graph.node(model.feeds[0].placeholder).name == "a");
  CHECK(model.feeds[0].said_by == "m.yaml:9:3");
  CHECK(uniform.low == -1);
  CHECK(uniform.high == 3);
  CHECK(uniform.seed == 7);
  const auto& normal = std::get<NormalFeed>(model.feeds[1].source);
  CHECK(model.graph.node(model.feeds[1].placeholder).name == "b");
  CHECK(normal.mean == 1);
  CHECK(normal.stddev == 0.5);
  const auto& values = std::get<TensorLiteral>(model.feeds[2].source);
  CHECK(values.dtype == DType::float64);
  CHECK(values.shape == Shape{2, 2});
  const auto& filled = std::get<TensorLiteral>(model.feeds[3].source);
  CHECK(filled.shape == Shape{2});
  CHECK(filled.elements.elements() == 1);
}

TEST_CASE("a feed from a file is found beside the graph, and read later") {
  const Model model = read_model_text("graphs/g.yaml", R"(
nodes:
  - {name: a, op: Placeholder, dtype: float32}
  - {name: b, op: Placeholder, dtype: float32}
feeds:
  a: {file: in/a.npz, key: x}
  b: {file: /data/b.bin, dtype: float32, shape: [2, 3]}
)",
                                      model_fixture::ops());
  const auto& beside = std::get<FileFeed>(model.feeds[0].source);
  CHECK(beside.path == "graphs/in/a.npz");
  CHECK(beside.key == "x");
  const auto& raw = std::get<FileFeed>(model.feeds[1].source);
  CHECK(raw.path == "/data/b.bin");
  CHECK(raw.dtype == DType::float32);
  CHECK(raw.shape == Shape{2, 3});
}

TEST_CASE("only placeholders are fed, and each once") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Placeholder, dtype: float32, as: x}\n"
                         "  - {name: b, op: Const, value: 1}\n"
                         "feeds:\n"
                         "  a: {value: 1}\n"
                         "  x: {value: 1}\n"
                         "  b: {value: 1}\n"
                         "  nobody: {value: 1}\n") ==
        "m.yaml:6:3: 'a' is fed twice\n"
        " 6 |   x: {value: 1}\n"
        "   |   ^\n"
        "m.yaml:7:3: 'b' is a Const; only a Placeholder is fed\n"
        " 7 |   b: {value: 1}\n"
        "   |   ^\n"
        "m.yaml:8:3: there is no node or label 'nobody'\n"
        " 8 |   nobody: {value: 1}\n"
        "   |   ^");
}

TEST_CASE("a feed has one source") {
  CHECK(complaints_about("nodes: [{name: a, op: Placeholder, dtype: float32}]\n"
                         "feeds: {a: {value: 1, random_normal: {}}}\n") ==
        "m.yaml:2:12: a feed has one source: 'file', 'value', 'random_uniform' or "
        "'random_normal'\n"
        " 2 | feeds: {a: {value: 1, random_normal: {}}}\n"
        "   |            ^");
}

}  // namespace
}  // namespace graphrun
