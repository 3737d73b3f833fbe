#include "model/config.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::expanded;

TEST_CASE("config has ConfigProto's fields") {
  const graphrun::Config config = expanded(R"(
params: {threads: 4}
config:
  allow_soft_placement: true
  log_device_placement: false
  intra_op_parallelism_threads: $threads
  inter_op_parallelism_threads: 0
  gpu_options:
    allow_growth: true
    per_process_gpu_memory_fraction: 0.4
    visible_device_list: "1,0"
    virtual_devices: [{memory_limit_mb: [1024, 512]}, {memory_limit_mb: []}]
nodes: []
)")
                                      .config;
  CHECK(config.allow_soft_placement == true);
  CHECK(config.log_device_placement == false);
  CHECK(config.intra_op_parallelism_threads == 4);
  CHECK(config.inter_op_parallelism_threads == 0);
  CHECK(config.allow_growth == true);
  CHECK(config.per_process_gpu_memory_fraction == 0.4);
  CHECK(config.visible_device_list == "1,0");
  CHECK(config.virtual_devices == std::vector<std::vector<double>>{{1024, 512}, {}});
}

TEST_CASE("what config does not say is left open") {
  const graphrun::Config config = expanded("config: {gpu_options: {}}\nnodes: []").config;
  CHECK(!config.allow_soft_placement.has_value());
  CHECK(!config.per_process_gpu_memory_fraction.has_value());
  CHECK(config.virtual_devices.empty());
}

TEST_CASE("one GPU in visible_device_list needs no quotes") {
  CHECK(expanded("config: {gpu_options: {visible_device_list: 0}}\nnodes: []")
            .config.visible_device_list == "0");
}

TEST_CASE("config says what is wrong with it") {
  CHECK(complaints_about("config:\n"
                         "  gpu_options: [a]\n"
                         "  inter_op_parallelism_threads: 2000\n"
                         "nodes: []\n") ==
        "m.yaml:2:16: expected a mapping of GPUOptions' fields, got a list\n"
        " 2 |   gpu_options: [a]\n"
        "   |                ^\n"
        "m.yaml:3:33: expected 0 to 1024 threads, got 2000\n"
        " 3 |   inter_op_parallelism_threads: 2000\n"
        "   |                                 ^");
}
