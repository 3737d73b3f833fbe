// A placed graph ready to run: what variables hold and kernels keep lasts from run to run, as in a
// TensorFlow session.

#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/phase_time.h"
#include "graph/feed.h"
#include "graph/fetch.h"
#include "placement/placement.h"
#include "runtime/devices.h"
#include "runtime/executor.h"

namespace graphrun {

struct SessionOptions {
  int intra_op_threads = 0;  // that one kernel may use; 0: as many as there are
  int inter_op_threads = 0;  // nodes of the host that may run side by side; 0: as many as cores
};

class Session {
 public:
  // All arguments must outlive it. Feeds are read or generated when a run first needs them.
  Session(const Graph& graph, const Placement& placement, Devices& devices,
          std::span<const Feed> feeds, std::span<const Initializer> initializers,
          const SessionOptions& options);
  ~Session();

  // Makes the plan of the fetches, initialises the variables that they need and has their feeds
  // read, so that a run after it does nothing but run. Adds what it did to `times` where it is
  // given. Throws as run does.
  void prepare(std::span<const Fetch> fetches, PhaseTimes* times = nullptr);

  // Computes the fetches once; before the first time, variables that they need are initialised.
  // The same fetches again use the plan they had. Throws Error(invalid, file, device, interrupted).
  // Fills `record` where there is one: by step of plan(). One thread at a time.
  std::vector<HostTensor> run(std::span<const Fetch> fetches, RunRecord* record = nullptr);

  int inter_op_threads() const { return options_.inter_op_threads; }

  // What the last run carried out, or prepare() made. REQUIRES: there was one.
  const Plan& plan() const { return prepared_->plan; }
  // The tensors that it is fed with, by plan().fed. REQUIRES: as plan().
  std::span<const HostTensor> fed() const { return prepared_->fed; }

 private:
  struct Prepared {
    std::vector<Fetch> fetches;
    Plan plan;
    std::vector<HostTensor> fed;
    std::unique_ptr<Executor> executor;
  };

  void initialize_variables(std::span<const Fetch> fetches);
  std::unique_ptr<Prepared> make_prepared(std::span<const Fetch> fetches, PhaseTimes* times);
  const HostTensor& value_of_feed(NodeId placeholder);

  const Graph& graph_;
  const Placement& placement_;
  Devices& devices_;
  std::span<const Initializer> initializers_;
  SessionOptions options_;
  std::map<NodeId, const Feed*> feeds_;
  std::map<NodeId, HostTensor> feed_values_;
  std::vector<bool> is_initialized_;  // by position in initializers_
  SessionState state_;
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace graphrun
