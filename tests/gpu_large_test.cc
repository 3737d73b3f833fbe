// What GPUs compute beside what the CPU does, where tensors are large.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "gpu_fixture.h"
#include "kernels/for_dtype.h"
#include "kernels/type_list.h"
#include "places.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::Running;

// The largest difference of two tensors of one type and shape, as a part of their largest element.
double difference(const HostTensor& a, const HostTensor& b) {
  double apart = 0;
  double largest = 0;
  for_number_type(a.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto x = a.as<T>();
    const auto y = b.as<T>();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto of_a = static_cast<double>(Operand<T>(x[i]));
      const auto of_b = static_cast<double>(Operand<T>(y[i]));
      apart = std::max(apart, std::abs(of_a - of_b));
      largest = std::max(largest, std::abs(of_b));
    }
  });
  return largest > 0 ? apart / largest : apart;
}

bool are_equal(const HostTensor& a, const HostTensor& b) {
  return std::equal(static_cast<const std::byte*>(a.data()),
                    static_cast<const std::byte*>(a.data()) + a.bytes(),
                    static_cast<const std::byte*>(b.data()));
}

TEST_CASE("large tensors on a GPU are what the CPU makes", "[gpu]") {
  const std::vector<DeviceInfo> devices = gpu_fixture::machine();
  if (devices.empty()) return;
  const std::string path = in_project("tests/cuda/large.yaml");
  Running on_gpu(read_model(path, gpu_fixture::ops()), devices);
  Running on_cpu(read_model(path, gpu_fixture::ops()), {DeviceInfo{}});
  std::vector<std::string> names;
  for (NodeId id = 0; id < on_gpu.model.graph.size(); ++id) {
    const std::string name(on_gpu.model.graph.node(id).name);
    if (name.starts_with("exact/") || name.starts_with("close/")) names.push_back(name);
  }
  REQUIRE(names.size() > 40);
  const std::vector<HostTensor> got = on_gpu.run(names);
  const std::vector<HostTensor> expected = on_cpu.run(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    REQUIRE(got[i].dtype() == expected[i].dtype());
    REQUIRE(got[i].shape() == expected[i].shape());
    if (names[i].starts_with("exact/")) {
      CHECK(are_equal(got[i], expected[i]));
    } else {
      CHECK(difference(got[i], expected[i]) < 1e-5);
    }
  }
}

// Of products of 100 x 200 x 100 normal numbers, beside those of float64.
double error_of_products(const std::vector<DeviceInfo>& devices, MatmulPrecision precision) {
  constexpr const char* kGraph = R"(
nodes:
  - device: /gpu:0
    nodes:
      - {op: RandomStandardNormal, name: a, shape: [100, 200], seed: 1, seed2: 2}
      - {op: RandomStandardNormal, name: b, shape: [200, 100], seed: 3, seed2: 4}
      - {op: MatMul, name: product, inputs: [a, b]}
      - {op: Cast, name: wide_a, inputs: [a], DstT: float64}
      - {op: Cast, name: wide_b, inputs: [b], DstT: float64}
      - {op: MatMul, name: wide, inputs: [wide_a, wide_b]}
      - {op: Cast, name: expected, inputs: [wide], DstT: float32}
)";
  Running running(read_model_text("m.yaml", kGraph, gpu_fixture::ops()), devices, {}, precision);
  const std::vector<HostTensor> tensors = running.run({"product", "expected"});
  return difference(tensors[0], tensors[1]);
}

TEST_CASE("three TF32 products are nearly as exact as float32, one is not", "[gpu]") {
  const std::vector<DeviceInfo> devices = gpu_fixture::machine();
  if (devices.empty()) return;
  CHECK(error_of_products(devices, MatmulPrecision::highest) < 1e-6);
  CHECK(error_of_products(devices, MatmulPrecision::high) < 2e-6);
  const double error = error_of_products(devices, MatmulPrecision::medium);
  CHECK(error < 2e-3);
  if (devices[1].compute_capability >= "8.0") CHECK(error > 1e-5);  // older GPUs have no TF32
}

}  // namespace
}  // namespace graphrun
