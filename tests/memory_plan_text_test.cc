#include "report/memory_plan_text.h"

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

struct Made {
  Model model = read_model_text("m.yaml",
                                "nodes:\n"
                                "  - {op: Const, name: w, value: 1.0}\n"
                                "  - {op: Neg, name: y, inputs: [w]}\n",
                                session_fixture::ops());
  std::vector<DeviceInfo> infos = session_fixture::machine(1);
  PlaceLabels labels{infos};
  MemoryPlan plan{
      .memories = {
          {.device = 0, .is_host = true, .beside = {2 * kMiB, 0, kMiB, 0}, .small_bytes = 100},
          {.device = 1,
           .is_host = false,
           .limit_bytes = 8 * kMiB,
           .peak_bytes = 6 * kMiB,
           .at_peak = {kMiB, kMiB, 0, 4 * kMiB},
           .peak_node = 1,
           .owners = {{{1, 0}, MemoryUse::temporaries, 4 * kMiB},
                      {{0, 0}, MemoryUse::constants, kMiB}},
           .peak_in_turn_bytes = 5 * kMiB}}};

  std::string text(std::size_t top) const {
    return memory_plan_text(model.graph, labels, plan, top);
  }
};

TEST_CASE("a memory plan has a row for each memory, what lies beside it and who holds its peak") {
  CHECK(Made().text(1) ==
        R"(memory  weights  feeds  temporaries     peak    limit  fits
/cpu:0       0B     0B           0B       0B     none   yes
/gpu:0  2.00MiB     0B      4.00MiB  6.00MiB  8.00MiB   yes
beside its allocator /cpu:0 has 2.00MiB of constants and 1.00MiB of feeds where they were read, and 100B in pieces below 64KiB
/gpu:0 could do with 5.00MiB if copies came just before they are read

/gpu:0: 6.00MiB while 'y' runs, in 2 tensors
at the peak  is a         bytes
y            temporary  4.00MiB
... and 1 more
)");
  CHECK(Made().text(0).find("at the peak") == std::string::npos);
}

TEST_CASE("what does not fit is said with its limit and the tensor there is no room for") {
  Made made;
  CHECK(memory_faults(made.model.graph, made.labels, made.plan).empty());
  made.plan.memories[1].limit_bytes = 5 * kMiB;
  CHECK(memory_faults(made.model.graph, made.labels, made.plan) ==
        "/gpu:0 needs 6.00MiB, but its limit is 5.00MiB");
  made.plan.memories[1].shortage = MemoryShortage{{1, 0}, 4 * kMiB};
  CHECK(memory_faults(made.model.graph, made.labels, made.plan) ==
        "/gpu:0 has no room for the 4.00MiB of 'y' within 5.00MiB; with memory enough its peak is "
        "6.00MiB");
  CHECK(made.text(0).find("no\n") != std::string::npos);
}

TEST_CASE("tensors of open shape are named, the first five of many") {
  Made made;
  made.plan.open = {{0, 0}, {1, 0}};
  CHECK(made.text(0).find("open until the graph runs: 2 ('w', 'y')\n") != std::string::npos);
  made.plan.open.assign(7, {0, 0});
  CHECK(made.text(0).find("7 ('w', 'w', 'w', 'w', 'w', ...)\n") != std::string::npos);
}

}  // namespace
}  // namespace graphrun
