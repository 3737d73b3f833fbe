// Files that mean harm: whatever stands in them, reading ends soon, in little memory, with an error
// that says what there is too much of.

#include <fmt/format.h>

#include "catch.h"
#include "model_fixture.h"

namespace graphrun {
namespace {

// The complaint's first line: the rest may quote much of the file.
std::string first_line(const std::string& text) {
  const std::string all = model_fixture::complaints_about(text);
  return all.substr(0, all.find('\n'));
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST_CASE("a loop of a billion turns is refused, whatever it holds") {
  CHECK(first_line("nodes: [{repeat: 1000000000, nodes: [{op: NoOp}]}]") ==
        "m.yaml:1:18: the graph has more than 10000000 nodes");
  CHECK(first_line("nodes: [{repeat: 1000000000, nodes: [{repeat: 1000000000, nodes: []}]}]") ==
        "m.yaml:1:47: expanding this file takes too many steps");
  CHECK(first_line("nodes: [{repeat: 1000000000, nodes: [{when: false, nodes: [{op: NoOp}]}]}]") ==
        "m.yaml:1:45: expanding this file takes too many steps");
  CHECK(first_line("nodes: [{op: NoOp, as: a}, {repeat: 1000000000, nodes: [{let: {x: a}}]}]") ==
        "m.yaml:1:57: expanding this file takes too many steps");
}

TEST_CASE("a list that doubles at every turn is refused") {
  CHECK(first_line("nodes: [{op: NoOp, append: x}, {repeat: 100, nodes: [{let: {x: [x, x]}}]}]") ==
        "m.yaml:1:65: expanding this file takes too many steps");
}

TEST_CASE("functions that call the next one twice are refused") {
  std::string functions;
  for (int i = 0; i < 60; ++i) {
    functions += fmt::format("  f{}: {{nodes: [{{call: f{}}}, {{call: f{}}}]}}\n", i, i + 1, i + 1);
  }
  const std::string idle = "functions:\n" + functions + "  f60: {nodes: []}\n";
  CHECK(first_line(idle + "nodes: [{call: f0}]\n") ==
        "m.yaml:61:37: expanding this file takes too many steps");
  const std::string busy = "functions:\n" + functions + "  f60: {nodes: [{op: NoOp}]}\n";
  CHECK(first_line(busy + "nodes: [{call: f0}]\n") ==
        "m.yaml:63:16: the graph has more than 10000000 nodes");
}

TEST_CASE("an expression that is costly is not evaluated for ever") {
  CHECK(first_line("params: {l: [" + repeated("1, ", 999) + "1]}\n" +
                   "nodes: [{repeat: 1000000000, when: $(len(l * 900) == 1), nodes: [{op: NoOp}]}]")
            .starts_with("m.yaml:2:"));
}

TEST_CASE("a fault in a loop of a billion turns is reported soon, and once") {
  CHECK(model_fixture::complaints_about(
            "nodes:\n"
            "  - {for: i, range: 9000000, nodes: [{op: Identity, inputs: [a, b]}]}\n"
            "  - {name: a, op: NoOp}\n"
            "  - {name: b, op: NoOp}\n") ==
        "m.yaml:2:61: Identity takes 1 input, got 2\n"
        " 2 |   - {for: i, range: 9000000, nodes: [{op: Identity, inputs: [a, b]}]}\n"
        "   |                                                             ^ expected [input]");
}

TEST_CASE("aliases of aliases are refused before they fill the memory") {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    text += fmt::format("a{}: &a{} [{}]\n", i, i, repeated(fmt::format("*a{}, ", i - 1), 9));
  }
  CHECK(first_line(text) == "m.yaml:7:10: aliases make more than 1000000 values of this file");
}

TEST_CASE("values may not be nested for ever, by brackets, by indentation or by aliases") {
  CHECK(first_line("nodes: " + repeated("[", 100'000)) ==
        "m.yaml:1:257: values are nested too deeply");
  std::string indented;
  std::string aliases = "a0: &a0 [x]\n";
  for (int i = 0; i < 2000; ++i) {
    indented += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    aliases += fmt::format("a{}: &a{} [*a{}]\n", i + 1, i + 1, i);
  }
  CHECK(first_line(indented) == "m.yaml:499:499: values are nested too deeply");
  CHECK(first_line(aliases) == "m.yaml:499:14: values are nested too deeply");
}

TEST_CASE("blocks may not be nested for ever") {
  std::string functions;
  for (int i = 0; i < 40; ++i) {
    functions += fmt::format("  f{}: {{nodes: {}[{{call: f{}}}]{}}}\n", i,
                             repeated("[{nodes: ", 20), i + 1, repeated("}]", 20));
  }
  CHECK(
      first_line("functions:\n" + functions + "  f40: {nodes: [{op: NoOp}]}\nnodes: [{call: f0}]\n")
          .ends_with("blocks and calls are nested deeper than 500"));
}

TEST_CASE("a list of a million elements on one line is fine") {
  const auto model =
      model_fixture::expanded("nodes: [{op: Const, value: [" + repeated("1, ", 999'999) + "1]}]");
  CHECK(model_fixture::output_of(model, "Const") == "[1000000] int32");
}

TEST_CASE("what may be a key is not read on for ever") {
  CHECK(first_line("nodes: [{op: Const, value: [" + repeated("1,", 2'000'000)) ==
        "m.yaml:1:8: what follows here has more than 1600000 commas, colons and brackets");
  CHECK(first_line("name: " + repeated("a", 40'000'000)) ==
        "m.yaml:1:1: what follows here is longer than 32 MiB");
}

TEST_CASE("huge numbers are errors where they do not fit") {
  CHECK(first_line("nodes: [{repeat: 99999999999999999999, nodes: [{op: NoOp}]}]") ==
        "m.yaml:1:18: expected a whole number of times, got float 1e+20");
  CHECK(first_line("nodes: [{repeat: 9223372036854775807, nodes: [{op: NoOp}]}]") ==
        "m.yaml:1:18: cannot repeat 9223372036854775807 times");
  CHECK(first_line("nodes: [{for: i, range: [-9223372036854775807, 9223372036854775807], "
                   "nodes: []}]") == "m.yaml:1:25: the numbers of this range are too large");
  CHECK(first_line("nodes: [{op: Const, value: 1, shape: [1000000000000, 1000000000000]}]") ==
        "m.yaml:1:28: the shape [1000000000000,1000000000000] is too large");
  CHECK(first_line("nodes: [{op: Const, value: 1, shape: [1e30]}]") ==
        "m.yaml:1:39: expected an extent, an integer from 0, got float 1e+30");
}

TEST_CASE("a hundred faults are enough") {
  const std::string all =
      model_fixture::complaints_about("nodes:\n" + repeated("  - {op: Cons}\n", 1000));
  CHECK(all.ends_with("stopped after 100 errors"));
}

}  // namespace
}  // namespace graphrun
