#include "graph/unique_names.h"

#include "catch.h"

namespace graphrun {
namespace {

class Names {
 public:
  std::string node(std::string_view base) { return std::string(nodes_.add(names_.for_node(base))); }
  std::string scope(std::string_view base) { return names_.for_scope(base); }
  void take(std::string_view name) { nodes_.add(name); }

 private:
  NameIndex nodes_;
  UniqueNames names_{nodes_};
};

TEST_CASE("the first of a kind has the plain name, the next ones count from 1") {
  Names names;
  CHECK(names.node("MatMul") == "MatMul");
  CHECK(names.node("MatMul") == "MatMul_1");
  CHECK(names.node("Add") == "Add");
  CHECK(names.node("MatMul") == "MatMul_2");
}

TEST_CASE("a number that is taken is left out") {
  Names names;
  names.take("MatMul_1");
  CHECK(names.node("MatMul") == "MatMul");
  CHECK(names.node("MatMul") == "MatMul_2");
  CHECK(names.node("MatMul_1") == "MatMul_1_1");
}

TEST_CASE("a name that is taken from the start counts at once") {
  Names names;
  names.take("MatMul");
  CHECK(names.node("MatMul") == "MatMul_1");
}

TEST_CASE("names that differ in letter case alone are taken to be the same") {
  Names names;
  CHECK(names.node("matmul") == "matmul");
  CHECK(names.node("MatMul") == "MatMul_1");
  CHECK(names.node("MATMUL") == "MATMUL_2");
}

TEST_CASE("nodes and scopes share names") {
  Names names;
  CHECK(names.scope("tower") == "tower");
  CHECK(names.scope("tower") == "tower_1");
  CHECK(names.node("tower") == "tower_2");
  CHECK(names.node("Const") == "Const");
  CHECK(names.scope("Const") == "Const_1");
}

TEST_CASE("a scope's name is taken although no node has it") {
  Names names;
  CHECK(names.scope("a/b") == "a/b");
  CHECK(names.node("a/B") == "a/B_1");
}

}  // namespace
}  // namespace graphrun
