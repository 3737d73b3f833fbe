// How devices are named, after TensorFlow: "/job:localhost/replica:0/task:0/device:GPU:0".
//
// A DeviceName is one device. A DeviceSpec is what a graph asks for, and may leave any part open:
// "/gpu:1", "/device:GPU:*", "/job:worker", "". They are two types so that no code has to ask
// whether a name is complete. Grammar, merging and relations: core/util/device_name_utils.cc and
// python/framework/device.py of TensorFlow 1.15.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graphrun {

enum class DeviceType : std::uint8_t { cpu, gpu };

std::string_view to_string(DeviceType type);  // "CPU", "GPU"

struct DeviceName {
  std::string job = "localhost";
  int replica = 0;
  int task = 0;
  DeviceType type = DeviceType::cpu;
  int id = 0;

  friend auto operator<=>(const DeviceName&, const DeviceName&) = default;
};

struct DeviceSpec {
  std::optional<std::string> job;
  std::optional<int> replica;
  std::optional<int> task;
  std::optional<std::string> type;  // text: a graph may ask for a type that does not exist
  std::optional<int> id;

  bool is_open() const { return *this == DeviceSpec{}; }  // asks for nothing
  bool allows(const DeviceName& device) const;            // every field that is set is equal

  friend auto operator<=>(const DeviceSpec&, const DeviceSpec&) = default;
  friend bool operator==(const DeviceSpec&, const DeviceSpec&) = default;
};

// How device names are written.
enum class DeviceSpelling {
  legacy,  // "/job:localhost/replica:0/task:0/gpu:0", until release 1.3
  full,    // "/job:localhost/replica:0/task:0/device:GPU:0", since 1.4
};

// "/job:...": all five fields; a spec's open fields are left out, but an open id beside a type is
// "*". A spec with an id and no type writes no device.
std::string to_string(const DeviceName& device, DeviceSpelling spelling = DeviceSpelling::full);
std::string to_string(const DeviceSpec& spec, DeviceSpelling spelling = DeviceSpelling::full);

// "/gpu:0", "/cpu:0": as people write a device of their own machine.
std::string short_name(const DeviceName& device);

// The runtime's grammar (components in any order, "*" for open, "/device:GPU:0", "/gpu:0"; of two
// that say the same the later counts), and what tf.device took besides: no leading slash, "/gpu"
// without an id, cpu and gpu in any letter case. A number has no upper bound but 64 bits; one that
// no int holds is the greatest int, which is no device's. nullopt when `text` is malformed; the
// caller knows where the text came from and reports it.
std::optional<DeviceSpec> parse_device_spec(std::string_view text);

// nullopt when `text` leaves a field open, or the type is neither CPU nor GPU. A missing
// job, replica or task is that of `DeviceName{}`: "/gpu:1" is this machine's.
std::optional<DeviceName> parse_device_name(std::string_view text);

// As an inner device block is merged over an outer one: field by field, the inner wins.
DeviceSpec merged_over(const DeviceSpec& outer, const DeviceSpec& inner);

// What two nodes that must share a device ask for together (MergeDevNames). Where types differ, or
// ids: with `soft` both (or the id) are left open, else it fails. Different jobs, replicas or tasks
// always fail.
struct SpecMerge {
  DeviceSpec merged;
  std::string
      problem;  // "Cannot merge devices with incompatible ids: '...' and '...'"; empty: done
};
SpecMerge merge_specs(const DeviceSpec& target, const DeviceSpec& other, bool soft);

// No field that both set differs.
bool are_compatible(const DeviceSpec& a, const DeviceSpec& b);

// Every field that `over` sets is copied over `spec`.
DeviceSpec specialised(const DeviceSpec& spec, const DeviceSpec& over);

// Every field that `less` sets is set in `more`, and equal.
bool is_specialisation(const DeviceSpec& more, const DeviceSpec& less);

}  // namespace graphrun
