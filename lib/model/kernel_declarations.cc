#include "model/kernel_declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "model/dtype_reader.h"

namespace graphrun {
namespace {

constexpr auto kDeviceTypes = std::to_array<std::string_view>({"CPU", "GPU"});

class KernelDeclarationReader {
 public:
  KernelDeclarationReader(DocumentReader& reader, OpDef& op)
      : document_(reader.document()), reader_(reader), op_(op) {
    for (const TypeAttribute& attribute : op.type_attributes) keys_.push_back(attribute.name);
  }

  void read(ValueId at, DeviceType device) {
    if (!document_.is_sequence(at)) {
      read_kernel(at, device);
      return;
    }
    for (ValueId item = document_.first(at); item != kNoValue; item = document_.next(item)) {
      read_kernel(item, device);
    }
  }

 private:
  void read_kernel(ValueId at, DeviceType device) {
    KernelDef kernel = {.device = device};
    kernel.types.resize(op_.type_attributes.size(), DTypes::all());
    if (!document_.is_null(at)) {
      if (!reader_.expect_mapping(at, "a kernel, such as {} or {priority: 1}")) return;
      reader_.check_keys(at, "a kernel", keys_);
      for (std::size_t i = 0; i < kernel.types.size(); ++i) {
        const ValueId types = document_.find(at, op_.type_attributes[i].name);
        if (types != kNoValue) kernel.types[i] = read_dtypes(reader_, types);
      }
      if (const ValueId priority = document_.find(at, "priority"); priority != kNoValue) {
        kernel.priority = read_priority(priority);
      }
      kernel.host_inputs = read_positions(at, "host_inputs", op_.inputs.size(), "input");
      kernel.host_outputs = read_positions(at, "host_outputs", op_.outputs.size(), "output");
    }
    for (const KernelDef& other : op_.kernels) {
      if (!is_ambiguous(kernel, other)) continue;
      reader_.complain(at,
                       fmt::format("two kernels of '{}' for a {} take the same types", op_.name,
                                   to_string(device)),
                       "the one of higher 'priority' would be taken");
      break;
    }
    op_.kernels.push_back(std::move(kernel));
  }

  static bool is_ambiguous(const KernelDef& a, const KernelDef& b) {
    if (a.device != b.device || a.priority != b.priority) return false;
    for (std::size_t i = 0; i < a.types.size(); ++i) {
      if ((a.types[i] & b.types[i]).empty()) return false;
    }
    return true;
  }

  int read_priority(ValueId at) {
    const auto priority = reader_.integer_of(at, "a priority, such as 0");
    if (!priority) return 0;
    if (!std::in_range<std::int32_t>(*priority)) {
      reader_.complain(at, fmt::format("{} does not fit int32", *priority));
      return 0;
    }
    return static_cast<int>(*priority);
  }

  std::vector<int> read_positions(ValueId kernel, std::string_view key, std::size_t arguments,
                                  std::string_view role) {
    std::vector<int> positions;
    const ValueId list = document_.find(kernel, key);
    if (list == kNoValue) return positions;
    if (!reader_.expect_sequence(list, fmt::format("a list of {}s' positions", role))) {
      return positions;
    }
    for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
      const auto position = reader_.integer_of(item, fmt::format("the position of an {}", role));
      if (!position) continue;
      if (*position < 0 || std::cmp_greater_equal(*position, arguments)) {
        reader_.complain(item, fmt::format("there is no {} {}", role, *position),
                         arguments == 0 ? fmt::format("'{}' has no {}s", op_.name, role)
                                        : fmt::format("the last is {}", arguments - 1));
        continue;
      }
      positions.push_back(static_cast<int>(*position));
    }
    return positions;
  }

  const Document& document_;
  DocumentReader& reader_;
  OpDef& op_;
  std::vector<std::string_view> keys_ = {"priority", "host_inputs", "host_outputs"};
};

}  // namespace

void read_kernel_declarations(DocumentReader& reader, ValueId kernels, OpDef& op) {
  const Document& document = reader.document();
  if (kernels == kNoValue || document.is_null(kernels)) return;
  if (!reader.expect_mapping(kernels, "kernels by device type: {CPU: {}, GPU: {T: [float32]}}")) {
    return;
  }
  reader.check_keys(kernels, "kernels", kDeviceTypes);
  KernelDeclarationReader kernel_reader(reader, op);
  if (const ValueId at = document.find(kernels, "CPU"); at != kNoValue) {
    kernel_reader.read(at, DeviceType::cpu);
  }
  if (const ValueId at = document.find(kernels, "GPU"); at != kNoValue) {
    kernel_reader.read(at, DeviceType::gpu);
  }
}

}  // namespace graphrun
