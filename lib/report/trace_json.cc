#include "report/trace_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/place_labels.h"
#include "report/profile_tables.h"
#include "runtime/profile.h"
#include "runtime/run_tracks.h"

namespace graphrun {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPartBytes = std::size_t{1} << 20;

double microseconds(std::int64_t ns) { return static_cast<double>(ns) / 1000; }

// A name may hold bytes that are not UTF-8.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Trace {
 public:
  Trace(const ProfiledRun& run, const TextSink& write)
      : run_(run), write_(write), labels_(run.devices), maker_(run.plan.slots.size(), kNoStep) {
    for (StepId number = 0; number < run.plan.steps.size(); ++number) {
      const Step& step = run.plan.steps[number];
      for (std::uint32_t i = 0; i < step.outputs; ++i) maker_[step.first_output + i] = number;
    }
  }

  void write() {
    text_ = R"({"displayTimeUnit": "ns", "otherData": )" +
            dump({{"graph", run_.name}, {"wall_us", microseconds(run_.record.wall_ns)}}) +
            ",\n\"traceEvents\": [";
    add_tracks();
    std::vector<StepId> by_time(run_.plan.steps.size());
    for (StepId number = 0; number < by_time.size(); ++number) by_time[number] = number;
    std::ranges::stable_sort(by_time, {},
                             [&](StepId number) { return run_.record.steps[number].begin_ns; });
    for (const StepId number : by_time) {
      add_step(number);
      add_flows(number);
    }
    for (const MemoryCurve& curve : memory_curves(run_.plan, run_.record)) add_counters(curve);
    text_ += "\n]}\n";
    write_(text_);
  }

 private:
  static constexpr StepId kNoStep = 0xffffffffu;

  // Processes are numbered from 1 as the devices are; 0 is Perfetto's own.
  static int process(DeviceIndex device) { return static_cast<int>(device) + 1; }
  // The host's threads from 1, a GPU's queues as 1, 2, 3.
  int thread(StepId number) const {
    const Step& step = run_.plan.steps[number];
    if (step.lane == 0) return static_cast<int>(run_.record.steps[number].thread) + 1;
    return static_cast<int>(run_.plan.lanes[step.lane].kind);
  }
  int process_of(StepId number) const {
    return process(run_.plan.lanes[run_.plan.steps[number].lane].device);
  }

  void add(const Json& event) {
    text_ += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    text_ += dump(event);
    if (text_.size() < kPartBytes) return;
    write_(text_);
    text_.clear();
  }

  void add_name(const char* what, int pid, int tid, const std::string& name) {
    add({{"name", what}, {"ph", "M"}, {"pid", pid}, {"tid", tid}, {"args", {{"name", name}}}});
  }

  // Every device with a track or a memory is a process.
  void add_tracks() {
    std::map<DeviceIndex, bool> devices;
    const std::vector<Track> tracks = tracks_of(run_.plan, run_.record);
    for (const Track& track : tracks) devices[run_.plan.lanes[track.lane].device] = true;
    for (const Space& space : run_.plan.spaces) devices[labels_.owner(space)] = true;
    for (const auto& [device, is_used] : devices) {
      add_name("process_name", process(device), 0,
               labels_.device(device) + (labels_.is_simulated(device) ? " (simulated)" : ""));
      add({{"name", "process_sort_index"},
           {"ph", "M"},
           {"pid", process(device)},
           {"tid", 0},
           {"args", {{"sort_index", process(device)}}}});
    }
    for (const Track& track : tracks) {
      add_name("thread_name", process_of(track.steps.front()), thread(track.steps.front()),
               PlaceLabels::track_of_device(run_.plan.lanes[track.lane], track.thread));
    }
  }

  void add_step(StepId number) {
    const Step& step = run_.plan.steps[number];
    const StepTime& time = run_.record.steps[number];
    const Node& node = run_.graph.node(step.node);
    Json args = {{"op", node.op->name},
                 {"at", fmt::format("{}:{}", run_.graph.source().file(), node.at.line + 1)}};
    if (step.outputs > 0) {
      const Slot& slot = run_.plan.slots[step.first_output];
      args["shape"] = to_string(run_.shapes.of(slot.tensor));
      args["dtype"] = graphrun::name(run_.graph.output(slot.tensor).dtype);
      if (const auto bytes = run_.shapes.bytes(slot.tensor)) args["bytes"] = *bytes;
    }
    if (step.is_copy) {
      const SlotId source = run_.plan.inputs_of(step).front();
      args["from"] = labels_.memory(run_.plan.spaces[run_.plan.slots[source].space]);
      args["to"] = labels_.memory(run_.plan.spaces[run_.plan.slots[step.first_output].space]);
    }
    add({{"name", step.is_copy ? "copy " + step_name(run_, labels_, step) : std::string(node.name)},
         {"cat", step.is_copy ? "copy" : "node"},
         {"ph", "X"},
         {"ts", microseconds(time.begin_ns)},
         {"dur", microseconds(duration_ns(time))},
         {"pid", process_of(number)},
         {"tid", thread(number)},
         {"args", std::move(args)}});
  }

  // The arrows that end at a step.
  void add_flows(StepId number) {
    const Step& step = run_.plan.steps[number];
    const auto inputs = run_.plan.inputs_of(step);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const StepId maker = maker_[inputs[i]];
      if (maker == kNoStep) continue;  // fed
      if (!step.is_copy && !run_.plan.steps[maker].is_copy) continue;
      const bool is_again = std::ranges::count(inputs.first(i), inputs[i]) > 0;
      if (!is_again) add_flow(maker, number);
    }
  }

  void add_flow(StepId from, StepId to) {
    ++flows_;
    const auto end = [&](const char* phase, StepId number, std::int64_t at_ns) {
      Json event = {{"name", "copy"},
                    {"cat", "copy"},
                    {"ph", phase},
                    {"id", flows_},
                    {"ts", microseconds(at_ns)},
                    {"pid", process_of(number)},
                    {"tid", thread(number)}};
      if (*phase == 'f') event["bp"] = "e";  // the event that encloses it, not the next one
      add(event);
    };
    // Within the first event, or it would bind to none: a nanosecond before its end.
    const StepTime& made = run_.record.steps[from];
    end("s", from, std::max(made.begin_ns, made.end_ns - 1));
    end("f", to, run_.record.steps[to].begin_ns);
  }

  void add_counters(const MemoryCurve& curve) {
    const Space& space = run_.plan.spaces[curve.space];
    const std::string name = labels_.memory(space) + " memory in use";
    for (const MemorySample& sample : curve.samples) {
      add({{"name", name},
           {"ph", "C"},
           {"ts", microseconds(sample.at_ns)},
           {"pid", process(labels_.owner(space))},
           {"args", {{"bytes", sample.bytes}}}});
    }
  }

  const ProfiledRun& run_;
  const TextSink& write_;
  PlaceLabels labels_;
  std::vector<StepId> maker_;  // by SlotId
  std::uint64_t flows_ = 0;
  bool is_first_ = true;
  std::string text_;
};

}  // namespace

void write_trace_json(const ProfiledRun& run, const TextSink& write) { Trace(run, write).write(); }

}  // namespace graphrun
