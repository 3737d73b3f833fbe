#include "base/device_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace graphrun {
namespace {

// Written out, since the library's depend on the locale.
char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lowered(c) >= 'a' && lowered(c) <= 'z'; }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lowered(c);
  return out;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, is_word);
}

// "*" leaves the field open; digits set it; false: neither.
bool parse_number(std::string_view text, std::optional<int>& number) {
  if (text == "*") {
    number.reset();
    return true;
  }
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || stop != end) return false;
  // TensorFlow drops the upper bits, so that its /gpu:4294967296 is the first GPU.
  constexpr auto kGreatest = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  number = static_cast<int>(std::min(value, kGreatest));
  return true;
}

// cpu and gpu in any letter case are the types CPU and GPU; other types are as written.
std::string canonical_type(std::string_view type) {
  const std::string lower = lowered(type);
  if (lower == "cpu") return "CPU";
  if (lower == "gpu") return "GPU";
  return std::string(type);
}

// "GPU", "GPU:1", "*", "*:3": what follows "/device:".
bool parse_device_value(std::string_view value, DeviceSpec& spec) {
  const std::size_t colon = value.find(':');
  const std::string_view type = value.substr(0, colon);
  if (type == "*") {
    spec.type.reset();
  } else if (is_identifier(type)) {
    spec.type = canonical_type(type);
  } else {
    return false;
  }
  if (colon == std::string_view::npos) {
    spec.id.reset();
    return true;
  }
  return parse_number(value.substr(colon + 1), spec.id);
}

// One component, without its slash: "job:worker", "gpu:0".
bool parse_component(std::string_view component, DeviceSpec& spec) {
  const std::size_t colon = component.find(':');
  const std::string_view key = component.substr(0, colon);
  const bool has_value = colon != std::string_view::npos;
  const std::string_view value = has_value ? component.substr(colon + 1) : std::string_view();

  const std::string lower = lowered(key);
  if (lower == "cpu" || lower == "gpu") {
    spec.type = canonical_type(key);
    if (has_value) return parse_number(value, spec.id);
    spec.id.reset();
    return true;
  }
  if (!has_value) return false;
  if (key == "job") {
    if (value == "*") {
      spec.job.reset();
      return true;
    }
    if (!is_identifier(value)) return false;
    spec.job = std::string(value);
    return true;
  }
  if (key == "replica") return parse_number(value, spec.replica);
  if (key == "task") return parse_number(value, spec.task);
  if (key == "device") return parse_device_value(value, spec);
  return false;
}

}  // namespace

std::string_view to_string(DeviceType type) { return type == DeviceType::gpu ? "GPU" : "CPU"; }

bool DeviceSpec::allows(const DeviceName& device) const {
  return (!job || *job == device.job) && (!replica || *replica == device.replica) &&
         (!task || *task == device.task) && (!type || *type == to_string(device.type)) &&
         (!id || *id == device.id);
}

std::string to_string(const DeviceSpec& spec, DeviceSpelling spelling) {
  std::string text;
  if (spec.job) text += "/job:" + *spec.job;
  if (spec.replica) text += fmt::format("/replica:{}", *spec.replica);
  if (spec.task) text += fmt::format("/task:{}", *spec.task);
  if (spec.type) {
    // "/gpu:0" is short for "/device:GPU:0"; no other types have such a form.
    const bool has_short_form = *spec.type == "CPU" || *spec.type == "GPU";
    const bool full = spelling == DeviceSpelling::full || !has_short_form;
    text += full ? "/device:" + *spec.type : "/" + lowered(*spec.type);
    text += spec.id ? fmt::format(":{}", *spec.id) : ":*";
  }
  return text;
}

std::string to_string(const DeviceName& device, DeviceSpelling spelling) {
  return fmt::format("/job:{}/replica:{}/task:{}/{}:{}", device.job, device.replica, device.task,
                     spelling == DeviceSpelling::full
                         ? fmt::format("device:{}", to_string(device.type))
                         : lowered(to_string(device.type)),
                     device.id);
}

std::string short_name(const DeviceName& device) {
  return fmt::format("/{}:{}", lowered(to_string(device.type)), device.id);
}

std::optional<DeviceSpec> parse_device_spec(std::string_view text) {
  DeviceSpec spec;
  if (text.empty() || text == "/") return spec;
  if (text.front() == '/') text.remove_prefix(1);
  while (true) {
    const std::size_t slash = text.find('/');
    if (!parse_component(text.substr(0, slash), spec)) return std::nullopt;
    if (slash == std::string_view::npos) return spec;
    text.remove_prefix(slash + 1);
  }
}

std::optional<DeviceName> parse_device_name(std::string_view text) {
  const auto spec = parse_device_spec(text);
  if (!spec || !spec->type || !spec->id) return std::nullopt;
  if (*spec->type != "CPU" && *spec->type != "GPU") return std::nullopt;
  DeviceName device;
  if (spec->job) device.job = *spec->job;
  if (spec->replica) device.replica = *spec->replica;
  if (spec->task) device.task = *spec->task;
  device.type = *spec->type == "GPU" ? DeviceType::gpu : DeviceType::cpu;
  device.id = *spec->id;
  return device;
}

DeviceSpec specialised(const DeviceSpec& spec, const DeviceSpec& over) {
  DeviceSpec result = spec;
  if (over.job) result.job = over.job;
  if (over.replica) result.replica = over.replica;
  if (over.task) result.task = over.task;
  if (over.type) result.type = over.type;
  if (over.id) result.id = over.id;
  return result;
}

DeviceSpec merged_over(const DeviceSpec& outer, const DeviceSpec& inner) {
  return specialised(outer, inner);
}

bool is_specialisation(const DeviceSpec& more, const DeviceSpec& less) {
  return specialised(more, less) == more;
}

bool are_compatible(const DeviceSpec& a, const DeviceSpec& b) {
  const auto agree = [](const auto& x, const auto& y) { return !x || !y || *x == *y; };
  return agree(a.job, b.job) && agree(a.replica, b.replica) && agree(a.task, b.task) &&
         agree(a.type, b.type) && agree(a.id, b.id);
}

SpecMerge merge_specs(const DeviceSpec& target, const DeviceSpec& other, bool soft) {
  DeviceSpec merged = target;
  // The target is named as far as it is merged, which is what TensorFlow's messages show.
  const auto fail = [&](std::string_view field) {
    return SpecMerge{merged, fmt::format("Cannot merge devices with incompatible {}: '{}' and '{}'",
                                         field, to_string(merged), to_string(other))};
  };
  const auto pour = [](auto& into, const auto& from) {
    if (!from) return true;
    if (into && *into != *from) return false;
    into = from;
    return true;
  };
  if (!pour(merged.job, other.job)) return fail("jobs");
  if (!pour(merged.replica, other.replica)) return fail("replicas");
  if (!pour(merged.task, other.task)) return fail("tasks");
  if (!pour(merged.type, other.type)) {
    if (!soft) return fail("types");
    merged.type.reset();
    merged.id.reset();
    return {merged, ""};
  }
  if (!pour(merged.id, other.id)) {
    if (!soft) return fail("ids");
    merged.id.reset();
  }
  return {merged, ""};
}

}  // namespace graphrun
