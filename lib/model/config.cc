#include "model/config.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace graphrun {
namespace {

constexpr auto kConfigKeys = std::to_array<std::string_view>(
    {"allow_soft_placement", "log_device_placement", "gpu_options", "intra_op_parallelism_threads",
     "inter_op_parallelism_threads"});
constexpr auto kGpuKeys = std::to_array<std::string_view>(
    {"allow_growth", "per_process_gpu_memory_fraction", "visible_device_list", "virtual_devices"});
constexpr auto kVirtualKeys = std::to_array<std::string_view>({"memory_limit_mb"});

class ConfigReader {
 public:
  explicit ConfigReader(Evaluator& evaluator)
      : evaluator_(evaluator), document_(evaluator.document()), reader_(evaluator.reader()) {}

  Config read(ValueId config) {
    if (config == kNoValue || document_.is_null(config)) return {};
    if (!reader_.expect_mapping(config, "a mapping of ConfigProto's fields")) return {};
    reader_.check_keys(config, "config", kConfigKeys);
    Config out;
    out.allow_soft_placement = flag(config, "allow_soft_placement");
    out.log_device_placement = flag(config, "log_device_placement");
    out.intra_op_parallelism_threads = threads(config, "intra_op_parallelism_threads");
    out.inter_op_parallelism_threads = threads(config, "inter_op_parallelism_threads");

    const ValueId gpu = document_.find(config, "gpu_options");
    if (gpu == kNoValue || !reader_.expect_mapping(gpu, "a mapping of GPUOptions' fields")) {
      return out;
    }
    reader_.check_keys(gpu, "gpu_options", kGpuKeys);
    out.allow_growth = flag(gpu, "allow_growth");
    if (const ValueId at = document_.find(gpu, "per_process_gpu_memory_fraction"); at != kNoValue) {
      out.per_process_gpu_memory_fraction = evaluator_.number(at, "a fraction of the memory");
      if (out.per_process_gpu_memory_fraction.value_or(0) < 0) {
        reader_.complain(at, "a fraction of the memory cannot be negative");
      }
    }
    if (const ValueId at = document_.find(gpu, "visible_device_list"); at != kNoValue) {
      if (const auto text = evaluator_.text(at, "a list of GPU numbers, such as \"0,1\"")) {
        out.visible_device_list = std::string(*text);
      }
    }
    read_virtual_devices(document_.find(gpu, "virtual_devices"), out);
    return out;
  }

 private:
  std::optional<bool> flag(ValueId mapping, std::string_view key) {
    const ValueId at = document_.find(mapping, key);
    if (at == kNoValue) return std::nullopt;
    return evaluator_.boolean(at, "true or false");
  }

  std::optional<int> threads(ValueId mapping, std::string_view key) {
    const ValueId at = document_.find(mapping, key);
    if (at == kNoValue) return std::nullopt;
    const auto count = evaluator_.integer(at, "a number of threads");
    if (!count) return std::nullopt;
    constexpr int kMostThreads = 1024;
    if (*count < 0 || *count > kMostThreads) {
      reader_.complain(at, fmt::format("expected 0 to {} threads, got {}", kMostThreads, *count));
      return std::nullopt;
    }
    return static_cast<int>(*count);
  }

  void read_virtual_devices(ValueId list, Config& out) {
    if (list == kNoValue || document_.is_null(list)) return;
    if (!reader_.expect_sequence(list, "a list: [{memory_limit_mb: [1024, 1024]}]")) return;
    for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
      if (!reader_.expect_mapping(item, "{memory_limit_mb: [1024, 1024]}")) continue;
      reader_.check_keys(item, "a virtual device", kVirtualKeys);
      std::vector<double>& limits = out.virtual_devices.emplace_back();
      const ValueId megabytes = document_.find(item, "memory_limit_mb");
      if (megabytes == kNoValue || !reader_.expect_sequence(megabytes, "a list of MB")) continue;
      for (ValueId mb = document_.first(megabytes); mb != kNoValue; mb = document_.next(mb)) {
        const auto limit = evaluator_.number(mb, "a memory limit in MB");
        if (limit && !(*limit >= 1 && *limit < 1e9)) {
          reader_.complain(mb, "expected a memory limit in MB, at least 1");
        } else if (limit) {
          limits.push_back(*limit);
        }
      }
    }
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
};

}  // namespace

Config read_config(Evaluator& evaluator, ValueId config) {
  return ConfigReader(evaluator).read(config);
}

}  // namespace graphrun
