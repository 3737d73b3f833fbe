#include "base/closest_match.h"

#include <array>

#include "catch.h"

namespace graphrun {
namespace {

constexpr auto kOps = std::to_array<std::string_view>({"Add", "AddN", "Const", "MatMul", "Relu"});

TEST_CASE("a slip of the hand finds the name that was meant") {
  CHECK(closest_match("Rellu", kOps) == "Relu");
  CHECK(closest_match("Matmul", kOps) == "MatMul");
  CHECK(closest_match("Cons", kOps) == "Const");
}

TEST_CASE("two letters that changed places are one slip") {
  CHECK(closest_match("Cosnt", kOps) == "Const");
  CHECK(closest_match("rnu", std::to_array<std::string_view>({"place", "run"})) == "run");
}

TEST_CASE("another word is no slip") {
  CHECK(closest_match("Softmax", kOps).empty());
  CHECK(closest_match("x", kOps).empty());
  CHECK(closest_match("", kOps).empty());
}

TEST_CASE("a letter is no slip of another letter") {
  CHECK(closest_match("x", std::to_array<std::string_view>({"y", "ab"})).empty());
  CHECK(closest_match("x", std::to_array<std::string_view>({"X"})) == "X");
}

TEST_CASE("the suggestion is a question") {
  CHECK(did_you_mean("Rellu", kOps) == "did you mean 'Relu'?");
  CHECK(did_you_mean("Softmax", kOps).empty());
}

}  // namespace
}  // namespace graphrun
