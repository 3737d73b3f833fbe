#include "model/expected_mapping.h"

#include <fmt/format.h>

#include "base/error.h"
#include "catch.h"

namespace graphrun {
namespace {

// "b=/gpu:0@2": each line's name, device and line; a pattern's name in <>.
std::string read(const std::string& text) {
  const ExpectedMapping mapping = read_expected_mapping_text("e.txt", text);
  CHECK(mapping.file == "e.txt");
  std::string all;
  for (const ExpectedDevice& node : mapping.nodes) {
    all +=
        fmt::format("{}{}{}{}={}@{}", all.empty() ? "" : " ", node.is_pattern ? "<" : "", node.name,
                    node.is_pattern ? ">" : "", mapping.devices[node.device].written, node.line);
  }
  return all;
}

std::string complaints(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    return error.what();
  }
  return {};
}

TEST_CASE("an expected mapping has a line for each node") {
  CHECK(read("b: /job:localhost/replica:0/task:0/device:GPU:0\n"
             "scope/MatMul_1:/cpu:0\r\n"
             "  c  :  gpu:1  ") ==
        "b=/job:localhost/replica:0/task:0/device:GPU:0@1 scope/MatMul_1=/cpu:0@2 c=gpu:1@3");
}

TEST_CASE("comments and empty lines of an expected mapping are skipped") {
  CHECK(read("# all\n\n   \na: /cpu:0  # for now\n") == "a=/cpu:0@4");
  CHECK(read("").empty());
}

TEST_CASE("a star in a name makes it a pattern") {
  CHECK(read("tower_*/b: /gpu:*\n*: /cpu:0\n") == "<tower_*/b>=/gpu:*@1 <*>=/cpu:0@2");
}

TEST_CASE("a device that several lines name is held once") {
  const ExpectedMapping mapping =
      read_expected_mapping_text("e.txt", "a: /gpu:0\nb: /cpu:0\nc: /gpu:0\n");
  REQUIRE(mapping.devices.size() == 2);
  CHECK(mapping.devices[0].spec == DeviceSpec{.type = "GPU", .id = 0});
  CHECK(mapping.nodes[2].device == 0);
}

TEST_CASE("all that is wrong with an expected mapping is shown") {
  CHECK(complaints("a /gpu:0\n"
                   "b: /gpu:x\n"
                   "c:\n"
                   "d: /cpu:0\n"
                   "d: /gpu:0\n") ==
        "e.txt:1:1: expected 'name: device', got 'a /gpu:0'\n"
        " 1 | a /gpu:0\n"
        "   | ^ such as 'b: /gpu:0'\n"
        "e.txt:2:4: malformed device '/gpu:x'\n"
        " 2 | b: /gpu:x\n"
        "   |    ^ expected one like /gpu:0, /gpu:* or /job:local/task:1/device:GPU:0\n"
        "e.txt:3:1: expected 'name: device', got 'c:'\n"
        " 3 | c:\n"
        "   | ^ such as 'b: /gpu:0'\n"
        "e.txt:5:1: duplicate name 'd'\n"
        " 5 | d: /gpu:0\n"
        "   | ^ it is also on line 4");
}

TEST_CASE("the JSON of a placement is an expected mapping") {
  CHECK(read(R"({
"graph": "m", "devices": [],
"nodes": [
  {"name": "a", "op": "Const", "device": "/job:localhost/replica:0/task:0/device:CPU:0"},
  {"name": "b*", "device": "/gpu:0", "refused": [{"device": "/cpu:0", "why": "x"}]}
],
"copies": []
}
)") == "a=/job:localhost/replica:0/task:0/device:CPU:0@4 b*=/gpu:0@5");
}

TEST_CASE("all that is wrong with a JSON mapping is shown") {
  CHECK(complaints(R"({"graph": "m"})") ==
        "e.txt:1:1: expected the JSON that 'place --format json' writes\n"
        " 1 | {\"graph\": \"m\"}\n"
        "   | ^ it has no 'nodes'");
  CHECK(complaints(R"({"nodes": [
  {"name": "a"},
  {"name": "b", "device": "/gpu:x"},
  {"name": "c", "device": "/gpu:0"},
  {"name": "c", "device": "/gpu:0"}
]})") == "e.txt:2:3: a node without 'device'\n"
         " 2 |   {\"name\": \"a\"},\n"
         "   |   ^\n"
         "e.txt:3:27: malformed device '/gpu:x'\n"
         " 3 |   {\"name\": \"b\", \"device\": \"/gpu:x\"},\n"
         "   |                           ^ expected one like /gpu:0, /gpu:* or "
         "/job:local/task:1/device:GPU:0\n"
         "e.txt:5:12: duplicate name 'c'\n"
         " 5 |   {\"name\": \"c\", \"device\": \"/gpu:0\"}\n"
         "   |            ^ it is also on line 4");
}

}  // namespace
}  // namespace graphrun
