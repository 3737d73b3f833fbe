// Runs the data files in tests/ops. Each node "y", in whatever scope, must come out as the node
// "expected" beside it: bit for bit, or to a relative tolerance where the file's description says
// "rtol 1e-6". Each file runs on a CPU alone and with a simulated GPU, where everything that has a
// kernel for it goes. Cases that a script makes are in op_cases_test.cc.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/half.h"
#include "catch.h"
#include "kernels/for_dtype.h"
#include "places.h"
#include "report/tensor_difference.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::ops;
using session_fixture::Running;

const std::string kFolder = in_project("tests/ops");

std::vector<std::string> data_files() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
    if (file.path().extension() == ".yaml") paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

// "float32/y", "y": the names of what is to be compared.
std::vector<std::string> compared(const Model& model) {
  std::vector<std::string> names;
  for (NodeId id = 0; id < model.graph.size(); ++id) {
    const std::string name(model.graph.node(id).name);
    if (name == "y" || name.ends_with("/y")) names.push_back(name);
  }
  return names;
}

std::string expectation_of(const std::string& name) {
  return name.substr(0, name.size() - 1) + "expected";
}

// 0: none, compare bits.
double relative_tolerance(const Model& model) {
  const std::size_t at = model.description.find("rtol ");
  return at == std::string::npos ? 0 : std::stod(model.description.substr(at + 5));
}

// Two NaNs are the same, whatever their bits; a zero and a negative zero are not.
bool same_bits(const HostTensor& a, const HostTensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  if (is_string(a.dtype())) return std::ranges::equal(a.as<std::string>(), b.as<std::string>());
  if (a.bytes() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0) return true;
  if (!is_floating_point(a.dtype())) return false;
  bool same = true;
  for_number_type(a.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto x = a.as<T>();
    const auto y = b.as<T>();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool both_nan =
          std::isnan(static_cast<float>(x[i])) && std::isnan(static_cast<float>(y[i]));
      same = same && (both_nan || std::memcmp(&x[i], &y[i], sizeof(T)) == 0);
    }
  });
  return same;
}

std::string difference(const HostTensor& got, const HostTensor& expected, double tolerance) {
  const std::string text =
      tensor_difference(got, expected, {.relative = tolerance, .absolute = tolerance});
  if (!text.empty() || tolerance > 0 || same_bits(got, expected)) return text;
  return "equal numbers differ in their bits";
}

void check_file(const std::string& path, const std::vector<DeviceInfo>& devices) {
  Running graph(read_model(path, ops()), devices);
  const std::vector<std::string> names = compared(graph.model);
  REQUIRE(!names.empty());
  for (const std::string& name : names) {
    INFO(path << ": " << name);
    const auto tensors = graph.run({name, expectation_of(name)});
    CHECK(difference(tensors[0], tensors[1], relative_tolerance(graph.model)) == "");
  }
}

TEST_CASE("every op computes what its data files expect, on a CPU") {
  for (const std::string& path : data_files()) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) { check_file(path, machine(0)); }
  }
}

TEST_CASE("every op computes the same on a simulated GPU") {
  for (const std::string& path : data_files()) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) { check_file(path, machine(1)); }
  }
}

TEST_CASE("with a GPU, a data file's nodes are on it where there is a kernel") {
  for (const std::string& path : data_files()) {
    INFO(path);
    const Running graph(read_model(path, ops()), machine(1));
    for (const std::string& name : compared(graph.model)) {
      const NodeId id = graph.model.graph.find(name);
      const Node& node = graph.model.graph.node(id);
      // Those that share a device with a variable go where that can be.
      const auto inputs = graph.model.graph.inputs(id);
      const bool is_tied = std::ranges::any_of(
          inputs, [&](OutputRef input) { return graph.model.graph.output(input).is_ref; });
      if (is_tied || find_kernel(*node.op, DeviceType::gpu, node.types) == nullptr) continue;
      INFO(name);
      CHECK(graph.placement.device_of(id).type == DeviceType::gpu);
    }
  }
}

TEST_CASE("two tensors are the same only bit by bit") {
  const auto of = [](float x) { return HostTensor::of<float>({1}, {x}); };
  CHECK(difference(of(1), of(1), 0) == "");
  CHECK(difference(of(0.0F), of(-0.0F), 0) == "equal numbers differ in their bits");
  CHECK(difference(of(NAN), of(-NAN), 0) == "");
  CHECK(difference(of(1), of(std::nextafter(1.0F, 2.0F)), 0) != "");
  CHECK(difference(of(1), of(std::nextafter(1.0F, 2.0F)), 1e-6) == "");
}

// Those above, and those of op_cases_test.cc.
std::vector<std::string> all_data_files() {
  std::vector<std::string> paths = data_files();
  const std::string generated = kFolder + "/generated";
  if (!std::filesystem::exists(generated)) return paths;
  for (const auto& file : std::filesystem::directory_iterator(generated)) {
    if (file.path().extension() == ".yaml") paths.push_back(file.path());
  }
  return paths;
}

TEST_CASE("each op stands in a data file") {
  std::string text;
  for (const std::string& path : all_data_files()) text += content_of(path);
  for (const OpDef* op : ops().sorted()) {
    INFO(op->name);
    // Not in a graph's nodes: ops that stand for several others are none of them.
    CHECK(text.find("op: " + op->name + ",") != std::string::npos);
  }
}

// The types that tensors have here.
constexpr DTypes kHeldTypes = kNumberTypes | DTypes{DType::boolean, DType::string};

DTypes types_of(const KernelDef& kernel, std::size_t attribute) {
  if (attribute < kernel.types.size()) return kernel.types[attribute];
  return DTypes::all();
}

TEST_CASE("the data files run every op in every type that it has a kernel for") {
  std::set<std::pair<std::string, std::string>> run;  // op, type
  for (const std::string& path : all_data_files()) {
    const Model model = read_model(path, ops());
    for (NodeId id = 0; id < model.graph.size(); ++id) {
      const Node& node = model.graph.node(id);
      if (!node.op->type_attributes.empty()) {
        run.emplace(node.op->name, std::string(name(node.types[0])));
      }
    }
  }
  for (const OpDef* op : ops().sorted()) {
    if (op->expand != nullptr || op->type_attributes.empty()) continue;
    for (const KernelDef& kernel : op->kernels) {
      const DTypes types = types_of(kernel, 0) & op->type_attributes[0].allowed & kHeldTypes;
      for (const DType type : types.list()) {
        INFO(op->name << " of " << name(type));
        CHECK(run.contains({op->name, std::string(name(type))}));
      }
    }
  }
}

TEST_CASE("what can be on a GPU has a CPU kernel for the same types, which a simulated one runs") {
  for (const OpDef* op : ops().sorted()) {
    for (const KernelDef& kernel : op->kernels) {
      if (kernel.device != DeviceType::gpu) continue;
      const std::size_t attributes = op->type_attributes.size();
      const DTypes first = attributes == 0 ? DTypes{DType::float32}
                                           : types_of(kernel, 0) & op->type_attributes[0].allowed;
      for (const DType type : first.list()) {
        const DTypes second = attributes < 2 ? DTypes{DType::float32}
                                             : types_of(kernel, 1) & op->type_attributes[1].allowed;
        for (const DType other : second.list()) {
          INFO(op->name << " of " << name(type) << ", " << name(other));
          const KernelDef* on_cpu = find_kernel(*op, DeviceType::cpu, {type, other});
          REQUIRE(on_cpu != nullptr);
          CHECK(on_cpu->run != nullptr);
        }
      }
    }
  }
}

}  // namespace
}  // namespace graphrun
