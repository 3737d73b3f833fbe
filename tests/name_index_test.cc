#include "graph/name_index.h"

#include "catch.h"

namespace graphrun {
namespace {

TEST_CASE("names are numbered in the order in which they come") {
  NameIndex names;
  CHECK(names.find("a") == NameIndex::kNone);
  names.add("a");
  names.add("b");
  names.add("");
  CHECK(names.find("a") == 0);
  CHECK(names.find("b") == 1);
  CHECK(names.find("") == 2);
  CHECK(names.find("c") == NameIndex::kNone);
  CHECK(names.name(1) == "b");
}

TEST_CASE("many names are found, and stay where they are") {
  NameIndex names;
  const std::string_view first = names.add("name_0");
  for (int i = 1; i < 20'000; ++i) names.add("name_" + std::to_string(i));
  CHECK(first == "name_0");
  CHECK(first.data() == names.name(0).data());
  for (int i = 0; i < 20'000; i += 37) {
    CHECK(names.find("name_" + std::to_string(i)) == static_cast<std::uint32_t>(i));
  }
}

TEST_CASE("a name may be longer than a block of text") {
  NameIndex names;
  const std::string longest(200'000, 'x');
  names.add(longest);
  names.add("y");
  CHECK(names.find(longest) == 0);
  CHECK(names.find("y") == 1);
}

TEST_CASE("letter case counts, unless it is asked not to") {
  NameIndex names;
  names.add("MatMul");
  CHECK(names.find("matmul") == NameIndex::kNone);
  CHECK(names.contains_ignoring_case("matmul"));
  CHECK(names.contains_ignoring_case("MATMUL"));
  CHECK(!names.contains_ignoring_case("MatMul_1"));
  names.add("matmul");
  CHECK(names.find("matmul") == 1);
  CHECK(names.find("MatMul") == 0);
}

}  // namespace
}  // namespace graphrun
