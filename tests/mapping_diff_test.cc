#include "report/mapping_diff.h"

#include "catch.h"
#include "model/expected_mapping.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::one_gpu;
using report_fixture::Placed;

// a and b are on the CPU, MatMul is on the GPU.
std::string diff(const std::string& expected) {
  const Placed placed(report_fixture::kManual, one_gpu());
  return mapping_diff(placed.graph(), placed.placement,
                      read_expected_mapping_text("e.txt", expected));
}

TEST_CASE("a placement that is as expected does not differ, however devices are spelt") {
  CHECK(diff("a: /cpu:0\n"
             "b: /job:localhost/replica:0/task:0/device:CPU:0\n"
             "MatMul: /gpu:*\n")
            .empty());
}

TEST_CASE("a difference has the node's line, expected, got and the rule") {
  CHECK(diff("a: /gpu:*\n"
             "b: /cpu:0\n"
             "MatMul: /gpu:1\n") ==
        "m.yaml:4: a\n"
        "  expected  /gpu:*  (e.txt:1)\n"
        "  got       /job:localhost/replica:0/task:0/device:CPU:0  (requested: the best of the "
        "devices that it asks for)\n"
        "m.yaml:6: MatMul\n"
        "  expected  /gpu:1  (e.txt:3)\n"
        "  got       /job:localhost/replica:0/task:0/device:GPU:0  (best_device: it asks for none; "
        "the best of the devices with a kernel for it)\n"
        "2 differences from e.txt\n");
}

TEST_CASE("the very name wins over a pattern, an earlier pattern over a later one") {
  CHECK(diff("*: /cpu:0\n"
             "MatMul: /gpu:0\n")
            .empty());
  CHECK(diff("Mat*: /gpu:0\n"
             "*: /cpu:0\n")
            .empty());
  CHECK(diff("*: /cpu:0\n"
             "Mat*: /gpu:0\n") ==
        "m.yaml:6: MatMul\n"
        "  expected  /cpu:0  (e.txt:1)\n"
        "  got       /job:localhost/replica:0/task:0/device:GPU:0  (best_device: it asks for none; "
        "the best of the devices with a kernel for it)\n"
        "1 difference from e.txt\n");
}

TEST_CASE("a star stands for any run of characters, and nothing else does") {
  CHECK(diff("*t*l: /gpu:0\nMatM?l: /cpu:0\n*: /cpu:0\n") ==
        "e.txt:2: no node is named 'MatM?l'; did you mean 'MatMul'?\n"
        "1 difference from e.txt\n");
  CHECK(diff("M*a*t*M*ul*: /gpu:0\n*: /cpu:0\n").empty());
}

TEST_CASE("a node that no line names differs") {
  CHECK(diff("a: /cpu:0\n"
             "b: /cpu:0\n") ==
        "m.yaml:6: MatMul\n"
        "  expected  nothing: no line of e.txt names it\n"
        "  got       /job:localhost/replica:0/task:0/device:GPU:0  (best_device: it asks for none; "
        "the best of the devices with a kernel for it)\n"
        "1 difference from e.txt\n");
}

TEST_CASE("a line that names no node differs") {
  CHECK(diff("MatMull: /gpu:0\n"
             "*: /device:*\n"
             "tower*: /gpu:0\n") ==
        "e.txt:1: no node is named 'MatMull'; did you mean 'MatMul'?\n"
        "e.txt:3: no node has a name like 'tower*'\n"
        "2 differences from e.txt\n");
}

TEST_CASE("a pattern whose nodes all have lines of their own names nodes") {
  CHECK(diff("a: /cpu:0\n"
             "b: /cpu:0\n"
             "MatMul: /gpu:0\n"
             "*: /cpu:0\n")
            .empty());
}

TEST_CASE("the mapping that is written expects just this placement") {
  const Placed placed(report_fixture::kManual, one_gpu());
  const std::string text = mapping_text(placed.graph(), placed.placement);
  CHECK(text ==
        "# The expected mapping of m.yaml\n"
        "a: /job:localhost/replica:0/task:0/device:CPU:0\n"
        "b: /job:localhost/replica:0/task:0/device:CPU:0\n"
        "MatMul: /job:localhost/replica:0/task:0/device:GPU:0\n");
  CHECK(diff(text).empty());
}

}  // namespace
}  // namespace graphrun
