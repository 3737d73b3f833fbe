#include "model/read_model.h"

#include "catch.h"
#include "model_fixture.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

using model_fixture::complaints_about;
using model_fixture::expanded;
using model_fixture::graph_of;

std::string usage_error(const std::string& text, const std::string& name,
                        const std::string& value) {
  try {
    expanded(text, {.params = {{name, value}}});
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::usage);
    return error.what();
  }
  return "no error";
}

TEST_CASE("reading tells what reading and expanding took") {
  PhaseTimes times;
  read_model_text("m.yaml", "nodes: []", model_fixture::ops(), {}, &times);
  REQUIRE(times.size() == 2);
  CHECK(times[0].phase == Phase::read);
  CHECK(times[1].phase == Phase::expand);
}

TEST_CASE("a graph is called what the file says, or as the file") {
  CHECK(expanded("name: multi $(1 + 1)\ndescription: |\n  two\n  lines\nnodes: []").name ==
        "multi 2");
  CHECK(expanded("description: |\n  two\n  lines\nnodes: []").description == "two\nlines\n");
  CHECK(read_model_text("graphs/mat.pow.yaml", "nodes: []", model_fixture::ops()).name ==
        "mat.pow");
  CHECK(read_model_text("<stdin>", "nodes: []", model_fixture::ops()).name == "<stdin>");
}

TEST_CASE("params have defaults, which may be made of those before them") {
  CHECK(graph_of("params: {n: 2, twice: $(2 * n), names: [a, b]}\n"
                 "nodes: [{for: x, in: $names, nodes: [{op: NoOp, name: $x$twice}]}]") ==
        "a4 = NoOp\nb4 = NoOp\n");
}

TEST_CASE("a param is overridden by a value of its default's kind") {
  const std::string file =
      "params: {i: 1, f: 1.5, b: false, t: text, l: [1, 2], e: []}\n"
      "nodes: [{op: NoOp, name: $(i)_$(f)_$(b)_$(t)_$(len(l))_$(len(e))}]";
  CHECK(graph_of(file, {.params = {{"i", "3"}}}) == "3_1.5_false_text_2_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"f", "3"}}}) == "1_3.0_false_text_2_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"b", "true"}}}) == "1_1.5_true_text_2_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"t", "3"}}}) == "1_1.5_false_3_2_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"l", "[4, 5, 6]"}}}) == "1_1.5_false_text_3_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"l", "4"}}}) == "1_1.5_false_text_1_0 = NoOp\n");
  CHECK(graph_of(file, {.params = {{"e", "a, b"}}}) == "1_1.5_false_text_2_2 = NoOp\n");
}

TEST_CASE("an override of another kind is wrong usage") {
  CHECK(usage_error("params: {n: 4}\nnodes: []", "n", "four") ==
        "--param n=four: expected an integer, as the default 4");
  CHECK(usage_error("params: {n: 4}\nnodes: []", "n", "4.5") ==
        "--param n=4.5: expected an integer, as the default 4");
  CHECK(usage_error("params: {b: true}\nnodes: []", "b", "1") ==
        "--param b=1: expected a bool, as the default true");
  CHECK(usage_error("params: {l: [1, 2]}\nnodes: []", "l", "1,b") ==
        "--param l=1,b: expected a list, as the default [1, 2]");
}

TEST_CASE("an override of a param that the file does not have is wrong usage") {
  CHECK(usage_error("params: {size: 4, n: 1}\nnodes: []", "sise", "4") ==
        "--param sise=4: there is no param 'sise'; did you mean 'size'?");
  CHECK(usage_error("params: {size: 4, n: 1}\nnodes: []", "depth", "4") ==
        "--param depth=4: there is no param 'depth'; the file has 'size' and 'n'");
  CHECK(usage_error("nodes: []", "n", "4") ==
        "--param n=4: there is no param 'n'; the file has no params");
}

TEST_CASE("a param's default is a value") {
  CHECK(complaints_about("params: {a: ~, b: {c: 1}, d: $e, f-g: 1}\nnodes: []") ==
        "m.yaml:1:13: expected a value or a list, got nothing\n"
        " 1 | params: {a: ~, b: {c: 1}, d: $e, f-g: 1}\n"
        "   |             ^\n"
        "m.yaml:1:19: expected a value or a list, got a mapping\n"
        " 1 | params: {a: ~, b: {c: 1}, d: $e, f-g: 1}\n"
        "   |                   ^\n"
        "m.yaml:1:31: unknown name 'e'\n"
        " 1 | params: {a: ~, b: {c: 1}, d: $e, f-g: 1}\n"
        "   |                               ^\n"
        "m.yaml:1:34: a param cannot be called 'f-g'\n"
        " 1 | params: {a: ~, b: {c: 1}, d: $e, f-g: 1}\n"
        "   |                                  ^ expected letters, digits and '_', not beginning "
        "with a digit");
}

TEST_CASE("a graph is read from a file, and what it names from beside it") {
  const ScratchFolder folder;
  const std::string path = folder.with("g.yaml", "nodes: [{op: Const, value: {file: w.npy}}]");
  try {
    read_model(path, model_fixture::ops());
    FAIL("there is no w.npy");
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::file);
    CHECK(error.what() == path + ":1:35: cannot read '" + folder.path("w.npy") +
                              "': No such file or directory\n"
                              " 1 | nodes: [{op: Const, value: {file: w.npy}}]\n"
                              "   |                                   ^");
  }
}

TEST_CASE("a file that is not there is a file error") {
  const ScratchFolder folder;
  CHECK(file_error([&] { read_model(folder.path("no.yaml"), model_fixture::ops()); }) ==
        "cannot read '" + folder.path("no.yaml") + "': No such file or directory");
}

}  // namespace
}  // namespace graphrun
