#include "base/device_name.h"

#include <climits>
#include <optional>
#include <string>
#include <string_view>

#include "catch.h"

namespace graphrun {
namespace {

// What `text` asks for, written in full; an id without a type, which a name does not show, is told
// apart. "malformed" where it is.
std::string parsed(std::string_view text) {
  const auto spec = parse_device_spec(text);
  if (!spec) return "malformed";
  std::string full = to_string(*spec);
  if (spec->id && !spec->type) full += " with id " + std::to_string(*spec->id);
  return full;
}

DeviceSpec spec(std::string_view text) { return parse_device_spec(text).value(); }

// The merged name, or the problem.
std::string merged(std::string_view target, std::string_view other, bool soft) {
  const SpecMerge merge = merge_specs(spec(target), spec(other), soft);
  return merge.problem.empty() ? to_string(merge.merged) : merge.problem;
}

TEST_CASE("a device name is components in any order, each of which may be missing") {
  CHECK(parsed("/job:worker/replica:1/task:2/device:GPU:3") ==
        "/job:worker/replica:1/task:2/device:GPU:3");
  CHECK(parsed("/job:foo/cpu:1/task:2/replica:1") == "/job:foo/replica:1/task:2/device:CPU:1");
  CHECK(parsed("/job:*/device:GPU/replica:4") == "/replica:4/device:GPU:*");
  CHECK(parsed("/gpu:*/job:*/replica:4") == "/replica:4/device:GPU:*");
  CHECK(parsed("/task:7") == "/task:7");
}

TEST_CASE("an empty device name and a slash ask for nothing") {
  CHECK(spec("").is_open());
  CHECK(spec("/").is_open());
}

TEST_CASE("of two components that say the same the later counts") {
  CHECK(parsed("/job:a/job:b/task:1/task:2") == "/job:b/task:2");
  CHECK(parsed("/gpu:1/cpu:2") == "/device:CPU:2");
  CHECK(parsed("/gpu:1/device:CPU") == "/device:CPU:*");
  CHECK(parsed("/job:a/job:*") == "");
}

TEST_CASE("a star leaves a field open") {
  CHECK(spec("/job:*/replica:*/task:*/device:*").is_open());
  CHECK(spec("/device:*:*").is_open());
  CHECK(parsed("/gpu:*") == "/device:GPU:*");
  CHECK(parsed("/device:GPU:*") == "/device:GPU:*");
}

TEST_CASE("an id can be asked for without a type") { CHECK(parsed("/device:*:3") == " with id 3"); }

TEST_CASE("a type that no device has is not malformed") {
  CHECK(parsed("/device:myspecialdevice:13") == "/device:myspecialdevice:13");
  CHECK(parsed("/device:TPU_v2") == "/device:TPU_v2:*");
  CHECK(parsed("/device:XLA_GPU:0") == "/device:XLA_GPU:0");
}

TEST_CASE("both spellings of a device are the same device") {
  CHECK(spec("/gpu:1") == spec("/device:GPU:1"));
  CHECK(spec("/cpu:0") == spec("/device:CPU:0"));
  CHECK(spec("/GPU:1") == spec("/gpu:1"));
  CHECK(spec("/CPU:*") == spec("/device:CPU"));
}

TEST_CASE("cpu and gpu may have any letter case, as tf.device took them") {
  CHECK(parsed("/Gpu:0") == "/device:GPU:0");
  CHECK(parsed("/cPU:0") == "/device:CPU:0");
  CHECK(parsed("/device:gpu:0") == "/device:GPU:0");
  CHECK(parsed("/device:Cpu") == "/device:CPU:*");
  CHECK(parsed("/device:Tpu:0") == "/device:Tpu:0");
}

TEST_CASE("the leading slash may be left out, as tf.device took it") {
  CHECK(parsed("gpu:1") == "/device:GPU:1");
  CHECK(parsed("CPU:10") == "/device:CPU:10");
  CHECK(parsed("device:GPU:1") == "/device:GPU:1");
  CHECK(parsed("job:a/task:1") == "/job:a/task:1");
}

TEST_CASE("cpu and gpu may stand without an id, as tf.device took them") {
  CHECK(parsed("/gpu") == "/device:GPU:*");
  CHECK(parsed("/CPU") == "/device:CPU:*");
  CHECK(parsed("gpu") == "/device:GPU:*");
  CHECK(parsed("/gpu:1/gpu") == "/device:GPU:*");
}

TEST_CASE("what is no component makes a device name malformed") {
  for (const std::string_view text :
       {"foobar", "/foobar", "/bar:3", "abc:", "cpu:abc", "/device", "/job", "/task",
        "/job:foo/replica:1/task:2/device:GPU:3/extra", "/gpu:0extra", " /gpu:0", "/gpu:0 "}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("an empty component makes a device name malformed") {
  for (const std::string_view text : {"//", "//gpu:0", "/gpu:0/", "/job:a//task:1"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("a job is a letter, then letters, digits and underscores") {
  CHECK(parsed("/job:worker_2") == "/job:worker_2");
  for (const std::string_view text : {"/job:123", "/job:123/task:0", "/job:my-job", "/job:_a",
                                      "/job:", "/job:a:b", "/job:*a", "/job:\xC3\xA9"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("a type is a letter, then letters, digits and underscores") {
  for (const std::string_view text : {"/device:", "/device::0", "/device:1", "/device:_:0",
                                      "/device:my-type:0", "/device:*GPU"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("replica, task and id are digits or a star") {
  CHECK(parsed("/replica:007/task:0/gpu:00") == "/replica:7/task:0/device:GPU:0");
  for (const std::string_view text :
       {"/replica:-1", "/task:-2", "/gpu:", "/gpu:-1", "/gpu:+1", "/gpu:x",
        "/device:gpu:", "/device:GPU:x", "/gpu:0:1", "/device:GPU:0:1", "/gpu:0x1", "/gpu:1.0",
        "/gpu:*1", "/replica:", "/task:a"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("only cpu and gpu may have another letter case") {
  for (const std::string_view text : {"/Job:a", "/TASK:0", "/Replica:0", "/Device:GPU:0"}) {
    CAPTURE(text);
    CHECK(parsed(text) == "malformed");
  }
}

TEST_CASE("an id beyond all devices is not malformed, and is no device's") {
  CHECK(spec("/gpu:2147483647").id == INT_MAX);
  CHECK(spec("/gpu:2147483648").id == INT_MAX);
  CHECK(spec("/gpu:4294967296").id == INT_MAX);
  CHECK(spec("/gpu:18446744073709551615").id == INT_MAX);
  CHECK(parsed("/gpu:18446744073709551616") == "malformed");
}

TEST_CASE("a device is written in the spelling of either age") {
  const DeviceName gpu{.job = "ps", .replica = 1, .task = 2, .type = DeviceType::gpu, .id = 3};
  CHECK(to_string(gpu) == "/job:ps/replica:1/task:2/device:GPU:3");
  CHECK(to_string(gpu, DeviceSpelling::legacy) == "/job:ps/replica:1/task:2/gpu:3");
  CHECK(to_string(DeviceName{}) == "/job:localhost/replica:0/task:0/device:CPU:0");
  CHECK(to_string(DeviceName{}, DeviceSpelling::legacy) == "/job:localhost/replica:0/task:0/cpu:0");
  CHECK(short_name(gpu) == "/gpu:3");
}

TEST_CASE("what is asked for is written without the fields that are open") {
  CHECK(to_string(spec("/gpu:1/job:a")) == "/job:a/device:GPU:1");
  CHECK(to_string(spec("/gpu:1/job:a"), DeviceSpelling::legacy) == "/job:a/gpu:1");
  CHECK(to_string(spec("/device:GPU"), DeviceSpelling::legacy) == "/gpu:*");
  CHECK(to_string(DeviceSpec{}) == "");
}

TEST_CASE("an id without a type is not written") {
  CHECK(to_string(spec("/task:1/device:*:3")) == "/task:1");
}

TEST_CASE("only CPU and GPU have a short spelling") {
  CHECK(to_string(spec("/device:TPU:1"), DeviceSpelling::legacy) == "/device:TPU:1");
}

TEST_CASE("a device is named by its type and id, on this machine where nothing else is said") {
  CHECK(parse_device_name("/gpu:1") == DeviceName{.type = DeviceType::gpu, .id = 1});
  CHECK(parse_device_name("CPU:10") == DeviceName{.type = DeviceType::cpu, .id = 10});
  CHECK(parse_device_name("/job:ps/task:3/device:GPU:0") ==
        DeviceName{.job = "ps", .task = 3, .type = DeviceType::gpu});
  for (const std::string_view text :
       {"", "/gpu", "/gpu:*", "/job:a", "/device:*:0", "/device:TPU:0", "abc"}) {
    CAPTURE(text);
    CHECK(parse_device_name(text) == std::nullopt);
  }
}

TEST_CASE("a request allows the devices that have all it names") {
  const DeviceName gpu1{.job = "worker", .task = 2, .type = DeviceType::gpu, .id = 1};
  for (const std::string_view text : {"", "/gpu:1", "/gpu", "/device:*:1", "/job:worker", "/task:2",
                                      "/job:worker/replica:0/task:2/device:GPU:1"}) {
    CAPTURE(text);
    CHECK(spec(text).allows(gpu1));
  }
  for (const std::string_view text :
       {"/gpu:0", "/cpu:1", "/device:*:0", "/job:ps", "/replica:1", "/task:1", "/device:TPU:1"}) {
    CAPTURE(text);
    CHECK_FALSE(spec(text).allows(gpu1));
  }
}

TEST_CASE("an inner device is merged over an outer one field by field") {
  const auto over = [](std::string_view outer, std::string_view inner) {
    return to_string(merged_over(spec(outer), spec(inner)));
  };
  CHECK(over("/job:ps", "/cpu:0") == "/job:ps/device:CPU:0");
  CHECK(over("/job:ps/gpu:1", "/job:worker") == "/job:worker/device:GPU:1");
  CHECK(over("/gpu:1", "/cpu") == "/device:CPU:1");
  CHECK(over("/gpu:1", "") == "/device:GPU:1");
  CHECK(over("", "/gpu:1") == "/device:GPU:1");
}

TEST_CASE("what two nodes ask for is merged where it does not conflict") {
  for (const bool soft : {false, true}) {
    CHECK(merged("/job:foo", "/task:7", soft) == "/job:foo/task:7");
    CHECK(merged("/device:GPU:1", "/gpu:*", soft) == "/device:GPU:1");
    CHECK(merged("/gpu:*", "/device:GPU:1", soft) == "/device:GPU:1");
    CHECK(merged("/device:*:2", "/gpu", soft) == "/device:GPU:2");
    CHECK(merged("", "/job:a/replica:1/task:2/gpu:3", soft) ==
          "/job:a/replica:1/task:2/device:GPU:3");
    CHECK(merged("/gpu:1", "", soft) == "/device:GPU:1");
    CHECK(merged("", "", soft) == "");
  }
}

TEST_CASE("different jobs, replicas or tasks cannot be merged, soft or not") {
  for (const bool soft : {false, true}) {
    CHECK(merged("/job:foo", "/job:bar", soft) ==
          "Cannot merge devices with incompatible jobs: '/job:foo' and '/job:bar'");
    CHECK(merged("/replica:1", "/replica:2", soft) ==
          "Cannot merge devices with incompatible replicas: '/replica:1' and '/replica:2'");
    CHECK(merged("/task:1", "/task:2", soft) ==
          "Cannot merge devices with incompatible tasks: '/task:1' and '/task:2'");
  }
}

TEST_CASE("different types cannot be merged, soft, type and id are left open") {
  CHECK(merged("/gpu:*", "/cpu:1", false) ==
        "Cannot merge devices with incompatible types: '/device:GPU:*' and '/device:CPU:1'");
  CHECK(merged("/gpu:*", "/cpu:1", true) == "");
  CHECK(merged("/job:a/gpu:1", "/task:2/cpu:1", true) == "/job:a/task:2");
}

TEST_CASE("different ids cannot be merged, soft, the id is left open") {
  CHECK(merged("/device:GPU:1", "/device:GPU:2", false) ==
        "Cannot merge devices with incompatible ids: '/device:GPU:1' and '/device:GPU:2'");
  CHECK(merged("/device:GPU:1", "/device:GPU:2", true) == "/device:GPU:*");
  CHECK(merged("/device:GPU:1", "/device:*:2", true) == "/device:GPU:*");
}

TEST_CASE("a failed merge names the target as far as it was merged") {
  CHECK(merged("/gpu:1", "/job:a/gpu:2", false) ==
        "Cannot merge devices with incompatible ids: '/job:a/device:GPU:1' and "
        "'/job:a/device:GPU:2'");
}

TEST_CASE("requests are compatible where no field that both set differs") {
  CHECK(are_compatible(spec("/job:a"), spec("/task:1")));
  CHECK(are_compatible(spec("/gpu:*"), spec("/device:*:1")));
  CHECK(are_compatible(spec(""), spec("/job:a/gpu:1")));
  CHECK_FALSE(are_compatible(spec("/job:a/gpu:1"), spec("/job:b/gpu:1")));
  CHECK_FALSE(are_compatible(spec("/gpu:1"), spec("/gpu:2")));
  CHECK_FALSE(are_compatible(spec("/gpu"), spec("/cpu:2")));
  CHECK_FALSE(are_compatible(spec("/replica:1"), spec("/replica:2")));
  CHECK_FALSE(are_compatible(spec("/task:1"), spec("/task:2")));
}

TEST_CASE("a request specialises another where it sets all that the other sets, and equal") {
  CHECK(is_specialisation(spec("/job:a/gpu:1"), spec("/gpu")));
  CHECK(is_specialisation(spec("/gpu:1"), spec("/gpu:1")));
  CHECK(is_specialisation(spec("/gpu:1"), spec("")));
  CHECK_FALSE(is_specialisation(spec("/gpu"), spec("/gpu:1")));
  CHECK_FALSE(is_specialisation(spec("/gpu:1"), spec("/job:a")));
  CHECK_FALSE(is_specialisation(spec("/gpu:2"), spec("/gpu:1")));
}

TEST_CASE("a request is specialised by copying over it what another sets") {
  CHECK(to_string(specialised(spec("/job:a/gpu:1"), spec("/replica:1/task:2/cpu:3"))) ==
        "/job:a/replica:1/task:2/device:CPU:3");
  CHECK(to_string(specialised(spec("/job:a"), spec(""))) == "/job:a");
}

}  // namespace
}  // namespace graphrun
