// Runs what scripts/make_op_cases made: in tests/ops/generated each scope "caseN_RTOL_ATOL" holds a
// node "y" and, for each of its outputs K, what an oracle says of it as "expectedK". The files in
// tests/ops/errors must end in the message beside them. And the examples that `graphrun ops Op`
// shows must run.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "gpu_fixture.h"
#include "kernels/for_dtype.h"
#include "placement/placement_fault.h"
#include "places.h"
#include "report/placement_error.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::ops;
using session_fixture::Running;

const std::string kDataFolder = in_project("tests/ops");
const std::string kCaseFolder = kDataFolder + "/generated";
const std::string kErrorFolder = kDataFolder + "/errors";

std::vector<std::string> graph_files(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".yaml") paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

// One output of a case and what it must be.
struct Comparison {
  std::string got;
  std::string expected;
  double rtol = 0;
  double atol = 0;
};

// From the name of an expectation, "case3_1e-06_0/expected1"; nullopt: it is another node.
std::optional<Comparison> comparison(const std::string& name) {
  const std::size_t slash = name.find("/expected");
  if (slash == std::string::npos) return std::nullopt;
  const std::string scope = name.substr(0, slash);
  const std::string output = name.substr(slash + std::string("/expected").size());
  const std::size_t atol = scope.rfind('_');
  const std::size_t rtol = scope.rfind('_', atol - 1);
  return Comparison{.got = scope + "/y" + (output == "0" ? "" : ":" + output),
                    .expected = name,
                    .rtol = std::stod(scope.substr(rtol + 1)),
                    .atol = std::stod(scope.substr(atol + 1))};
}

std::vector<Comparison> comparisons(const Model& model) {
  std::vector<Comparison> all;
  for (NodeId id = 0; id < model.graph.size(); ++id) {
    if (auto found = comparison(std::string(model.graph.node(id).name))) {
      all.push_back(std::move(*found));
    }
  }
  return all;
}

// NaN equals NaN; a zero and a negative zero differ, whatever the tolerance.
bool is_close(double got, double expected, double rtol, double atol) {
  if (std::isnan(expected)) return std::isnan(got);
  if (got == expected) return got != 0 || std::signbit(got) == std::signbit(expected);
  return std::abs(got - expected) <= atol + rtol * std::abs(expected);
}

template <typename T>
std::string first_difference(const HostTensor& got, const HostTensor& expected,
                             const Comparison& to) {
  const auto x = got.as<T>();
  const auto y = expected.as<T>();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if constexpr (std::is_integral_v<T>) {
      // Not as doubles, which do not hold every integer of 64 bits.
      if (x[i] == y[i]) continue;
      const double apart = std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i]));
      if (to.rtol + to.atol > 0 &&
          apart <= to.atol + to.rtol * std::abs(static_cast<double>(y[i]))) {
        continue;
      }
      return "element " + std::to_string(i) + " is " + std::to_string(x[i]) + ", expected " +
             std::to_string(y[i]);
    } else {
      const double a{Arithmetic<T>(x[i])};
      const double b{Arithmetic<T>(y[i])};
      if (is_close(a, b, to.rtol, to.atol)) continue;
      char text[100];
      std::snprintf(text, sizeof text, "element %zu is %.17g, expected %.17g", i, a, b);
      return text;
    }
  }
  return "";
}

// Empty: they are the same within the tolerance.
std::string difference(const HostTensor& got, const HostTensor& expected, const Comparison& to) {
  if (got.dtype() != expected.dtype()) {
    return std::string(name(got.dtype())) + ", expected " + std::string(name(expected.dtype()));
  }
  if (got.shape() != expected.shape()) {
    return "shape " + to_string(got.shape()) + ", expected " + to_string(expected.shape());
  }
  std::string text;
  if (is_string(got.dtype())) {
    if (!std::ranges::equal(got.as<std::string>(), expected.as<std::string>()))
      text = "texts differ";
  } else if (got.dtype() == DType::boolean) {
    if (!std::ranges::equal(got.as<bool>(), expected.as<bool>())) text = "truths differ";
  } else {
    for_number_type(got.dtype(), [&]<typename T>(std::type_identity<T>) {
      text = first_difference<T>(got, expected, to);
    });
  }
  return text;
}

void check_cases(const std::string& path, const std::vector<DeviceInfo>& devices,
                 const OpCatalog& catalog = ops()) {
  Running graph(read_model(path, catalog), devices);
  const std::vector<Comparison> all = comparisons(graph.model);
  REQUIRE(!all.empty());
  std::vector<std::string> fetched;
  for (const Comparison& one : all) {
    fetched.push_back(one.got);
    fetched.push_back(one.expected);
  }
  const std::vector<HostTensor> tensors = graph.run(fetched);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(path << ": " << all[i].expected);
    CHECK(difference(tensors[2 * i], tensors[2 * i + 1], all[i]) == "");
  }
}

TEST_CASE("every op computes what the oracle says, on a CPU") {
  for (const std::string& path : graph_files(kCaseFolder)) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) { check_cases(path, machine(0)); }
  }
}

TEST_CASE("every op computes what the oracle says, on a simulated GPU") {
  for (const std::string& path : graph_files(kCaseFolder)) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) { check_cases(path, machine(1)); }
  }
}

// But for those that the module has no code for, which are listed in
// tests/cuda/missing_kernels.txt.
TEST_CASE("every op computes what the oracle says, on a GPU", "[gpu]") {
  const std::vector<DeviceInfo> devices = gpu_fixture::machine();
  if (devices.empty()) return;
  const std::string missing = content_of(in_project("tests/cuda/missing_kernels.txt"));
  for (const std::string& path : graph_files(kCaseFolder)) {
    const std::string op = std::filesystem::path(path).stem().string();
    if (missing.find("\n" + op + ":") != std::string::npos) continue;
    DYNAMIC_SECTION(op) { check_cases(path, devices, gpu_fixture::ops()); }
  }
}

TEST_CASE("a case's tolerance stands in the name of its scope") {
  const auto found = comparison("case3_1e-06_0.5/expected1");
  REQUIRE(found);
  CHECK(found->got == "case3_1e-06_0.5/y:1");
  CHECK(found->rtol == 1e-6);
  CHECK(found->atol == 0.5);
  CHECK(comparison("case3_0_0/expected0")->got == "case3_0_0/y");
  CHECK(!comparison("case3_0_0/x0"));
}

TEST_CASE("results are the same within the tolerance, with the same NaNs and signs of zeros") {
  const auto of = [](float x) { return HostTensor::of<float>({1}, {x}); };
  const Comparison exact;
  const Comparison rough{.rtol = 0.1};
  CHECK(difference(of(1), of(1), exact) == "");
  CHECK(difference(of(1.5F), of(1), exact) == "element 0 is 1.5, expected 1");
  CHECK(difference(of(1.0625F), of(1), rough) == "");
  CHECK(difference(of(1.125F), of(1), rough) == "element 0 is 1.125, expected 1");
  CHECK(difference(of(NAN), of(-NAN), exact) == "");
  CHECK(difference(of(NAN), of(1), rough) == "element 0 is nan, expected 1");
  CHECK(difference(of(1), of(NAN), rough) == "element 0 is 1, expected nan");
  CHECK(difference(of(-0.0F), of(0), rough) == "element 0 is -0, expected 0");
  CHECK(difference(of(INFINITY), of(-INFINITY), exact) == "element 0 is inf, expected -inf");
  const auto large = [](std::int64_t x) { return HostTensor::of<std::int64_t>({}, {x}); };
  CHECK(difference(large((std::int64_t{1} << 62) + 1), large(std::int64_t{1} << 62), exact) ==
        "element 0 is 4611686018427387905, expected 4611686018427387904");
  CHECK(difference(of(1), large(1), exact) == "float32, expected int64");
  CHECK(difference(of(1), HostTensor::of<float>({}, {1}), exact) == "shape [1], expected []");
}

void require_placement(const Graph& graph) {
  const std::vector<DeviceName> devices = session_fixture::names(machine(0));
  try {
    place(graph, devices);
  } catch (const PlacementFault& fault) {
    throw placement_error(fault, graph, devices, Style::guide);
  }
}

// What `graphrun run` writes, in the root of the source.
std::string message_of(const std::string& path) {
  try {
    Model model = read_model(path, ops());
    require_placement(model.graph);
    Running graph(std::move(model), machine(0));
    graph.session.run(graph.model.fetches);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    std::string text = error.what();
    const std::string root = in_project("");
    for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root)) {
      text.erase(at, root.size());
    }
    return text + (text.ends_with('\n') ? "" : "\n");
  }
  return "no error\n";
}

TEST_CASE("inputs that an op cannot take end in the message beside the file") {
  const std::vector<std::string> paths = graph_files(kErrorFolder);
  REQUIRE(!paths.empty());
  for (const std::string& path : paths) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) {
      CHECK(message_of(path) == content_of(std::filesystem::path(path).replace_extension(".txt")));
    }
  }
}

// The ops of the nodes in the hand-written data files.
std::set<std::string, std::less<>> ops_in_data_files() {
  std::set<std::string, std::less<>> names;
  for (const std::string& path : graph_files(kDataFolder)) {
    const Model model = read_model(path, ops());
    for (NodeId id = 0; id < model.graph.size(); ++id) names.insert(model.graph.node(id).op->name);
  }
  return names;
}

TEST_CASE("every op that runs has cases") {
  const auto in_data_files = ops_in_data_files();
  for (const OpDef* op : ops().sorted()) {
    // What makes several nodes is never a node itself.
    if (op->expand != nullptr) continue;
    INFO(op->name);
    CHECK((std::filesystem::exists(kCaseFolder + "/" + op->name + ".yaml") ||
           in_data_files.contains(op->name)));
  }
}

void check_example(const OpDef& op, const std::vector<DeviceInfo>& devices) {
  REQUIRE(!op.example.empty());
  CHECK(op.example.find(op.name) != std::string::npos);
  Running graph(op.example, devices);
  CHECK(!graph.model.fetches.empty());
  graph.session.run(graph.model.fetches);
}

TEST_CASE("every op has an example that runs") {
  for (const OpDef* op : ops().sorted()) {
    DYNAMIC_SECTION(op->name) {
      check_example(*op, machine(0));
      check_example(*op, machine(1));
    }
  }
}

}  // namespace
}  // namespace graphrun
