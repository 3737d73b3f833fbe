#include "runtime/fed_shapes.h"

#include <string>

#include "catch.h"
#include "files/npy_file.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::ops;
using session_fixture::Running;

std::string shape(const Model& model, const std::string& name) {
  return to_string(FedShapes(model.graph, model.feeds).of({model.graph.find(name), 0}));
}

TEST_CASE("a feed's shape closes the shapes behind it") {
  const Model model = read_model_text("m.yaml",
                                      "nodes:\n"
                                      "  - {op: Placeholder, name: x, dtype: float32,"
                                      " shape: [null, 2]}\n"
                                      "  - {op: Neg, name: y, inputs: [x]}\n"
                                      "  - {op: Reshape, name: z, inputs: [y], shape: [-1]}\n"
                                      "feeds: {x: {value: [[1, 2], [3, 4], [5, 6]]}}\n",
                                      ops());
  CHECK(shape(model, "x") == "[3,2]");
  CHECK(shape(model, "y") == "[3,2]");
  CHECK(shape(model, "z") == "[6]");
  CHECK(FedShapes(model.graph, model.feeds).bytes({model.graph.find("z"), 0}) == 24);
  CHECK(FedShapes(model.graph, {}).bytes({model.graph.find("z"), 0}) == std::nullopt);
}

TEST_CASE("of a file that is fed, the header says the shape") {
  const ScratchFolder folder;
  write_npy(folder.path("x.npy"), HostTensor(DType::float32, Shape{5, 7}));
  const Model model = read_model_text(folder.path("m.yaml"),
                                      "nodes:\n"
                                      "  - {op: Placeholder, name: x, dtype: float32}\n"
                                      "feeds: {x: {file: x.npy}}\n",
                                      ops());
  CHECK(shape(model, "x") == "[5,7]");
  std::filesystem::remove(folder.path("x.npy"));
  CHECK(session_fixture::error_of([&] { shape(model, "x"); }).starts_with("5: "));
}

TEST_CASE("what a value decides stays open, and inputs that do not fit are left to the run") {
  const Model model = read_model_text("m.yaml",
                                      "nodes:\n"
                                      "  - {op: Placeholder, name: x, dtype: float32, shape:"
                                      " [null]}\n"
                                      "  - {op: Const, name: two, value: [1.0, 2.0]}\n"
                                      "  - {op: Add, name: sum, inputs: [x, two]}\n"
                                      "  - {op: Shape, name: shape, inputs: [x]}\n"
                                      "  - {op: Fill, name: filled, inputs: [shape], value: 1.0}\n"
                                      "feeds: {x: {value: [1, 2, 3]}}\n",
                                      ops());
  CHECK(shape(model, "sum") == to_string(model.graph.output({model.graph.find("sum"), 0}).shape));
  CHECK(shape(model, "filled") ==
        to_string(model.graph.output({model.graph.find("filled"), 0}).shape));
}

// The shape of `of` once x, of shape [?,3], is fed two rows and `of` was planned for.
std::string shape_in_run_of(const std::string& nodes, const std::string& of) {
  Running graph("nodes:\n  - {op: Placeholder, name: x, dtype: float32, shape: [-1, 3]}\n" + nodes +
                    "feeds: {x: {value: [[1, 2, 3], [4, 5, 6]]}}\n",
                machine(1));
  const auto fetches = graph.fetches({of});
  graph.session.prepare(fetches);
  const FedShapes shapes(graph.model.graph, graph.session.plan(), graph.session.fed());
  return to_string(shapes.of(fetches.front().output));
}

TEST_CASE("a fed tensor has the shape that it is fed with") {
  CHECK(shape_in_run_of("", "x") == "[2,3]");
}

TEST_CASE("what follows from a fed tensor has the shape that follows") {
  CHECK(shape_in_run_of("  - {op: Relu, name: r, inputs: [x]}\n"
                        "  - {op: Reshape, name: y, inputs: [r], shape: [3, -1]}\n",
                        "y") == "[3,2]");
}

TEST_CASE("a shape that is known before the run is the graph's") {
  CHECK(shape_in_run_of("  - {op: Const, name: c, value: [1, 2, 3, 4]}\n", "c") == "[4]");
}

TEST_CASE("a shape that only the run computes stays open") {
  CHECK(shape_in_run_of("  - {op: Shape, name: s, inputs: [x]}\n"
                        "  - {op: Fill, name: y, inputs: [s], value: 1.0}\n",
                        "y") == "<unknown>");
}

TEST_CASE("shapes that do not fit are left to the run to complain of") {
  CHECK(shape_in_run_of("  - {op: Reshape, name: y, inputs: [x], shape: [4, -1]}\n", "y") ==
        "[4,?]");
}

}  // namespace
}  // namespace graphrun
