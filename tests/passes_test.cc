// Whatever passes are on, a graph computes the same: the graphs of graphs/, and many that are made
// here. And the work of every pass grows as the graph does, no faster.

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>

#include "catch.h"
#include "passes_fixture.h"
#include "placement/placement_fault.h"
#include "places.h"

namespace graphrun {
namespace {

using passes_fixture::all_off;
using passes_fixture::all_on;
using passes_fixture::only;
using passes_fixture::Passed;
using passes_fixture::without;
using session_fixture::machine;
using session_fixture::ops;

constexpr int kSteps = 3;

template <typename T>
bool same_numbers(const HostTensor& a, const HostTensor& b) {
  const auto x = a.as<T>();
  const auto y = b.as<T>();
  for (std::size_t i = 0; i < x.size(); ++i) {
    // Which NaN it is, is not told.
    if (x[i] != x[i] && y[i] != y[i]) continue;
    // Zeros have signs, which == does not see.
    if (x[i] != y[i] || std::signbit(x[i]) != std::signbit(y[i])) return false;
  }
  return true;
}

bool same_bits(const HostTensor& a, const HostTensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  switch (a.dtype()) {
    case DType::float32: return same_numbers<float>(a, b);
    case DType::float64: return same_numbers<double>(a, b);
    case DType::string: return std::ranges::equal(a.as<std::string>(), b.as<std::string>());
    default: return std::memcmp(a.data(), b.data(), a.bytes()) == 0;
  }
}

// All that do not change rounding on; each of them off; all off.
std::vector<std::pair<std::string, PassChoice>> choices() {
  std::vector<std::pair<std::string, PassChoice>> choices = {{"all off", all_off()},
                                                             {"as usual", {}}};
  for (const Pass& pass : all_passes()) {
    if (pass.reassociates) continue;
    choices.emplace_back("without " + std::string(pass.name), without(pass.name));
    PassChoice alone = only(pass.name);
    choices.emplace_back(std::string(pass.name) + " alone", alone);
  }
  return choices;
}

template <typename MakeModel>
void check_same_results(const MakeModel& make, int gpus) {
  std::vector<HostTensor> plain;
  for (const auto& [name, choice] : choices()) {
    Passed passed(make(), machine(gpus), choice);
    const std::vector<HostTensor> results = passed.results(kSteps);
    if (plain.empty()) plain = results;
    REQUIRE(results.size() == plain.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      INFO(name << ", fetch " << passed.program.fetches[i].name);
      CHECK(same_bits(results[i], plain[i]));
    }
  }
}

TEST_CASE("the graphs of the project compute the same with any pass off") {
  for (const auto& file : std::filesystem::directory_iterator(in_project("graphs"))) {
    if (file.path().extension() != ".yaml") continue;
    const std::string stem = file.path().stem().string();
    ReadOptions options;
    if (stem.starts_with("matpow")) options.params["size"] = "48";
    DYNAMIC_SECTION(stem) {
      check_same_results([&] { return read_model(file.path().string(), ops(), options); }, 4);
    }
  }
}

// Graphs of all that passes look at, by chance: constants, placeholders and variables, element-wise
// ops, products, transposes, what hands on its input, several devices, control inputs.
class RandomGraph {
 public:
  explicit RandomGraph(unsigned seed) : random_(seed) {}

  std::string text() {
    add_sources();
    for (int i = 0; i < 24; ++i) add_node();
    std::string text = "nodes:\n" + nodes_ + "feeds:\n" + feeds_ + "fetch: [";
    const int fetches = 1 + at_most(3);
    for (int i = 0; i < fetches; ++i) text += (i > 0 ? ", " : "") + any(tensors_).name;
    return text + "]\n";
  }

 private:
  enum class Kind : std::uint8_t { matrix, row, scalar };  // [3, 3], [3], []
  struct Tensor {
    std::string name;
    Kind kind;
    bool is_double = false;
  };

  int at_most(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n + 1)); }
  bool chance(int in) { return at_most(in - 1) == 0; }
  template <typename T>
  const T& any(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(at_most(static_cast<int>(all.size()) - 1))];
  }
  Tensor any_of(Kind kind, bool is_double) {
    std::vector<Tensor> fitting;
    for (const Tensor& tensor : tensors_) {
      if (tensor.kind == kind && tensor.is_double == is_double) fitting.push_back(tensor);
    }
    return any(fitting);
  }
  std::string number() {
    return fmt::format("{:.3f}", static_cast<double>(at_most(8000)) / 1000 - 4);
  }

  static int elements(Kind kind) { return kind == Kind::matrix ? 9 : kind == Kind::row ? 3 : 1; }
  static std::string shape(Kind kind) {
    return kind == Kind::matrix ? "[3, 3]" : kind == Kind::row ? "[3]" : "[]";
  }
  std::string value(Kind kind) {
    if (kind == Kind::scalar) return number();
    std::string list;
    for (int i = 0; i < elements(kind); ++i) list += (i > 0 ? ", " : "") + number();
    return "[" + list + "]";
  }
  static std::string dtype(bool is_double) { return is_double ? "float64" : "float32"; }

  std::string next_name() { return fmt::format("n{}", next_++); }

  void add(const std::string& entry, const Tensor& tensor, bool may_wait = true) {
    std::string line = fmt::format("name: {}, {}", tensor.name, entry);
    if (may_wait && chance(8)) line += fmt::format(", control_inputs: [{}]", any(tensors_).name);
    const int place = at_most(5);
    if (place < 3)
      line += fmt::format(", device: {}", place == 2 ? "/cpu:0" : place == 1 ? "/gpu:0" : "/gpu:1");
    nodes_ += "  - {" + line + "}\n";
    tensors_.push_back(tensor);
  }

  void add_sources() {
    nodes_ += "  - {name: swap, op: Const, value: [1, 0]}\n";
    for (const bool is_double : {false, true}) {
      for (const Kind kind : {Kind::matrix, Kind::row, Kind::scalar}) {
        const Tensor constant{next_name(), kind, is_double};
        add(fmt::format("op: Const, dtype: {}, shape: {}, value: {}", dtype(is_double), shape(kind),
                        value(kind)),
            constant, false);
        const Tensor fed{next_name(), kind, is_double};
        add(fmt::format("op: Placeholder, dtype: {}, shape: {}", dtype(is_double), shape(kind)),
            fed, false);
        feeds_ +=
            fmt::format("  {}: {{value: {}}}\n", fed.name,
                        kind == Kind::matrix ? fmt::format("[[{0}, {0}, 1.5], [{1}, 2.5, {1}], "
                                                           "[0.25, {0}, {1}]]",
                                                           number(), number())
                                             : value(kind));
        const Tensor variable{next_name(), kind, is_double};
        add("op: Variable, inputs: " + constant.name, variable, false);
      }
    }
  }

  void add_node() {
    const bool is_double = chance(3);
    const auto kind = static_cast<Kind>(at_most(2));
    const Tensor x = any_of(kind, is_double);
    const Tensor result{next_name(), kind, is_double};
    const auto unary = [&](const std::string& op) {
      add(fmt::format("op: {}, inputs: [{}]", op, x.name), result);
    };
    static const std::vector<std::string> kUnary = {
        "Neg",  "Abs",   "Square", "Exp",   "Log",   "Tanh",     "Sigmoid",
        "Sqrt", "Relu",  "Relu6",  "Floor", "Sign",  "Softplus", "Reciprocal",
        "Elu",  "Rsqrt", "Sin",    "Erf",   "Round", "Log1p"};
    static const std::vector<std::string> kBinary = {
        "Add", "Sub",   "Mul", "RealDiv", "Maximum", "Minimum", "SquaredDifference",
        "Pow", "AddV2", "Div"};
    switch (at_most(9)) {
      case 0:
      case 1:
      case 2: return unary(any(kUnary));
      case 3:
      case 4: {
        // The operand is of the same shape, a scalar, or a row, which is repeated.
        const Kind other = chance(2)                           ? kind
                           : kind == Kind::matrix && chance(2) ? Kind::row
                                                               : Kind::scalar;
        const Tensor y = any_of(other, is_double);
        const bool is_first = chance(2);
        return add(fmt::format("op: {}, inputs: [{}, {}]", any(kBinary), is_first ? x.name : y.name,
                               is_first ? y.name : x.name),
                   result);
      }
      case 5: {
        const Tensor a = any_of(Kind::matrix, is_double);
        const Tensor b = any_of(Kind::matrix, is_double);
        return add(fmt::format("op: MatMul, inputs: [{}, {}], transpose_a: {}, transpose_b: {}",
                               a.name, b.name, chance(2), chance(2)),
                   {result.name, Kind::matrix, is_double});
      }
      case 6: {
        const Tensor a = any_of(Kind::matrix, is_double);
        return add(fmt::format("op: Transpose, inputs: [{}, swap]", a.name),
                   {result.name, Kind::matrix, is_double});
      }
      case 7: return unary(chance(2) ? "Identity" : "StopGradient");
      case 8: return add(fmt::format("op: AddN, inputs: [{}]", x.name), result);
      default:
        return add(fmt::format("op: Cast, inputs: [{}], DstT: {}", x.name, dtype(is_double)),
                   result);
    }
  }

  std::mt19937 random_;
  std::string nodes_;
  std::string feeds_;
  std::vector<Tensor> tensors_;
  int next_ = 0;
};

TEST_CASE("graphs made by chance compute the same with any pass off") {
  for (unsigned seed = 0; seed < 120; ++seed) {
    const std::string text = RandomGraph(seed).text();
    INFO("seed " << seed << "\n" << text);
    check_same_results([&] { return read_model_text("m.yaml", text, ops()); }, 2);
  }
}

// What ends a run of the file, if anything does.
std::string error_of_run(const std::string& path, const PassChoice& choice) {
  try {
    return session_fixture::error_of(
        [&] { Passed(read_model(path, ops()), machine(0), choice).results(); });
  } catch (const PlacementFault&) {
    return "not placed";
  }
}

TEST_CASE("errors are the same, at the same place, whatever passes are on") {
  std::size_t failing = 0;
  for (const auto& file : std::filesystem::directory_iterator(in_project("tests/ops/errors"))) {
    if (file.path().extension() != ".yaml") continue;
    const std::string path = file.path().string();
    const std::string plain = error_of_run(path, all_off());
    INFO(path);
    CHECK(error_of_run(path, {}) == plain);
    if (plain != "no error") ++failing;
  }
  CHECK(failing > 10);
}

TEST_CASE("a product that turns out not to fit is reported as it is written") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [-1, 3]}
  - {name: y, op: Placeholder, dtype: float32, shape: [-1, 2]}
  - {name: t, op: Transpose, inputs: [x], perm: [1, 0]}
  - {name: same, op: Identity, inputs: t}
  - {name: z, op: MatMul, inputs: [same, y]}
  - {name: a, op: Neg, inputs: z}
  - {name: b, op: Exp, inputs: a}
feeds: {x: {value: [[1, 2, 3]]}, y: {value: [[1, 2], [3, 4]]}}
fetch: [b]
)";
  const auto error = [&](const PassChoice& choice) {
    return session_fixture::error_of([&] { Passed(text, choice).results(); });
  };
  CHECK(error({}) == error(all_off()));
  CHECK(error({}).starts_with("3: m.yaml:7:5: InvalidArgumentError: "));
}

TEST_CASE("powers by squaring are the same within rounding") {
  for (const char* name : {"matpow.yaml", "matpow_one_gpu.yaml"}) {
    const auto results = [&](const PassChoice& choice) {
      ReadOptions options;
      options.params["size"] = "32";
      return Passed(read_model(in_project(std::string("graphs/") + name), ops(), options),
                    machine(2), choice)
          .results();
    };
    const std::vector<HostTensor> plain = results(all_off());
    const std::vector<HostTensor> short_chains = results(all_on());
    REQUIRE(plain.size() == short_chains.size());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const auto x = plain[i].as<float>();
      const auto y = short_chains[i].as<float>();
      CHECK_FALSE(same_bits(plain[i], short_chains[i]));
      for (std::size_t j = 0; j < x.size(); ++j) CHECK(y[j] == Approx(x[j]).epsilon(1e-5));
    }
  }
}

// Graphs of about n nodes in which a careless pass would look at an edge again and again.
std::vector<std::pair<std::string, std::string>> large_graphs(int n) {
  const std::string x = "nodes:\n  - {name: x, op: Placeholder, dtype: float32, shape: [2, 2]}\n";
  const std::string swap = "  - {name: swap, op: Const, value: [1, 0]}\n";
  const auto loop = [&](const std::string& nodes) {
    return fmt::format("  - {{repeat: {}, nodes: [{}]}}\n", n, nodes);
  };
  const std::string start = "  - let: {y: x}\n";
  return {
      {"a chain of element-wise nodes",
       x + start + loop("{op: Neg, inputs: y, as: y}") + "fetch: [y]\n"},
      {"one node that all read", x + "  - {name: all, op: Exp, inputs: x}\n" +
                                     loop("{op: Neg, inputs: all, append: c}") +
                                     "  - {name: s, op: AddN, inputs: c}\nfetch: [s]\n"},
      {"a chain of identities",
       x + start + loop("{op: Identity, inputs: y, as: y}") + "fetch: [y]\n"},
      {"one transpose that all products read",
       x + swap + "  - {name: t, op: Transpose, inputs: [x, swap]}\n" +
           loop("{op: MatMul, inputs: [t, x], append: c}") +
           "  - {name: s, op: AddN, inputs: c}\nfetch: [s]\n"},
      {"transposes of transposes",
       x + swap + start + loop("{op: Transpose, inputs: [y, swap], as: y}") + "fetch: [y]\n"},
      {"a power", x + start + loop("{op: MatMul, inputs: [x, y], as: y}") + "fetch: [y]\n"},
      {"powers that are all read",
       x + start + loop("{op: MatMul, inputs: [x, y], as: y}, {op: Neg, inputs: y, append: c}") +
           "  - {name: s, op: AddN, inputs: c}\nfetch: [s]\n"},
      {"constants", "nodes:\n  - {name: x, op: Const, value: 1.0}\n" + start +
                        loop("{op: Neg, inputs: y, as: y}") + "fetch: [y]\n"},
      {"a chain in which each reads two",
       x + start + "  - let: {z: x}\n" +
           loop("{op: Add, inputs: [y, z], as: w}, {let: {z: y}}, {let: {y: w}}") + "fetch: [y]\n"},
      {"control inputs on one node", x + "  - {name: all, op: Exp, inputs: x}\n" +
                                         loop("{op: Neg, inputs: [x, ^all], append: c}") +
                                         "  - {name: s, op: AddN, inputs: c}\nfetch: [s]\n"},
  };
}

TEST_CASE("the work of every pass grows as the graph does") {
  const auto small = large_graphs(640);
  const auto large = large_graphs(5120);
  for (std::size_t i = 0; i < small.size(); ++i) {
    const Passed before(small[i].second, all_on());
    const Passed after(large[i].second, all_on());
    for (std::size_t pass = 0; pass < after.reports.size(); ++pass) {
      INFO(small[i].first << ", " << after.reports[pass].pass);
      CHECK(after.reports[pass].edges_looked_at <= 9 * before.reports[pass].edges_looked_at + 100);
    }
  }
}

}  // namespace
}  // namespace graphrun
