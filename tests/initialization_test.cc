#include "runtime/initialization.h"

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::ops;

// b's initial value is computed from a's; c stands alone.
Model three_variables() {
  return read_model_text("m.yaml",
                         "nodes:\n"
                         "  - {op: Variable, name: a, initial_value: 1.0, as: a}\n"
                         "  - {op: Neg, name: start, inputs: [a]}\n"
                         "  - {op: Variable, name: b, inputs: [start]}\n"
                         "  - {op: Variable, name: c, initial_value: 2.0}\n"
                         "  - {op: Identity, name: read_b, inputs: [b]}\n"
                         "  - {op: Identity, name: read_c, inputs: [c]}\n",
                         ops());
}

// "a; b": the variables of each round.
std::string rounds(const Model& model, const std::vector<bool>& is_initialized,
                   const std::vector<std::string>& wanted) {
  std::vector<Fetch> fetches;
  for (const std::string& name : wanted) fetches.push_back(find_fetch(model, name).front());
  std::string text;
  for (const InitializationRound& round :
       initialization_rounds(model.graph, model.initializers, is_initialized, fetches)) {
    CHECK(round.initializers.size() == round.fetches.size());
    text += text.empty() ? "" : ";";
    for (const std::size_t i : round.initializers) {
      text += " " + std::string(model.graph.node(model.initializers[i].variable).name);
    }
  }
  return text;
}

TEST_CASE("a variable is initialised in a round after those that its initial value reads") {
  const Model model = three_variables();
  const std::vector<bool> none(model.initializers.size());
  CHECK(rounds(model, none, {"read_b", "read_c"}) == " a c; b");
}

TEST_CASE("only variables that are needed and not initialised yet have a round") {
  const Model model = three_variables();
  CHECK(rounds(model, {false, false, false}, {"read_c"}) == " c");
  CHECK(rounds(model, {true, false, false}, {"read_b"}) == " b");
  CHECK(rounds(model, {true, true, true}, {"read_b", "read_c"}).empty());
}

}  // namespace
}  // namespace graphrun
