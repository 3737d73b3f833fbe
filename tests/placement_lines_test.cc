#include "report/placement_lines.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::Placed;

std::string lines(const std::string& text, const report_fixture::Machine& machine, Style style) {
  const Placed placed(text, machine);
  return placement_lines(placed.graph(), placed.placement, style);
}

TEST_CASE("the lines of the guide's first program are the guide's") {
  CHECK(lines(report_fixture::kMatMul, report_fixture::one_gpu(), Style::guide) ==
        "b: /job:localhost/replica:0/task:0/gpu:0\n"
        "a: /job:localhost/replica:0/task:0/gpu:0\n"
        "MatMul: /job:localhost/replica:0/task:0/gpu:0\n");
}

TEST_CASE("the lines of the guide's manual placement are the guide's") {
  CHECK(lines(report_fixture::kManual, report_fixture::one_gpu(), Style::guide) ==
        "b: /job:localhost/replica:0/task:0/cpu:0\n"
        "a: /job:localhost/replica:0/task:0/cpu:0\n"
        "MatMul: /job:localhost/replica:0/task:0/gpu:0\n");
}

TEST_CASE("the lines of the guide's towers are the guide's") {
  CHECK(lines(report_fixture::kMultiTower, report_fixture::four_gpus(), Style::guide) ==
        "Const_3: /job:localhost/replica:0/task:0/gpu:3\n"
        "Const_2: /job:localhost/replica:0/task:0/gpu:3\n"
        "MatMul_1: /job:localhost/replica:0/task:0/gpu:3\n"
        "Const_1: /job:localhost/replica:0/task:0/gpu:2\n"
        "Const: /job:localhost/replica:0/task:0/gpu:2\n"
        "MatMul: /job:localhost/replica:0/task:0/gpu:2\n"
        "AddN: /job:localhost/replica:0/task:0/cpu:0\n");
}

TEST_CASE("the full guide's lines have full device names") {
  CHECK(lines(report_fixture::kMatMul, report_fixture::one_gpu(), Style::guide_full) ==
        "b: /job:localhost/replica:0/task:0/device:GPU:0\n"
        "a: /job:localhost/replica:0/task:0/device:GPU:0\n"
        "MatMul: /job:localhost/replica:0/task:0/device:GPU:0\n");
}

TEST_CASE("release 1.15 names ops, and has sources last") {
  CHECK(lines(report_fixture::kMatMul, report_fixture::one_gpu(), Style::tf) ==
        "MatMul: (MatMul): /job:localhost/replica:0/task:0/device:GPU:0\n"
        "a: (Const): /job:localhost/replica:0/task:0/device:GPU:0\n"
        "b: (Const): /job:localhost/replica:0/task:0/device:GPU:0\n");
}

TEST_CASE("release 0.12 names ops, and devices in short") {
  CHECK(lines(report_fixture::kMatMul, report_fixture::one_gpu(), Style::tf_0_12) ==
        "MatMul: (MatMul): /job:localhost/replica:0/task:0/gpu:0\n"
        "b: (Const): /job:localhost/replica:0/task:0/gpu:0\n"
        "a: (Const): /job:localhost/replica:0/task:0/gpu:0\n");
}

}  // namespace
}  // namespace graphrun
