// A placed graph and what a run of it is asked for: what passes rewrite and a session runs.

#pragma once

#include <memory>
#include <vector>

#include "graph/feed.h"
#include "graph/fetch.h"
#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

struct Program {
  // Ops that passes have made; nodes of the graph point to them. All others are the catalog's.
  std::vector<std::shared_ptr<const OpDef>> made_ops;
  Graph graph;
  Placement placement;
  std::vector<Feed> feeds;
  std::vector<Fetch> fetches;  // what every run computes, and nothing else
  std::vector<Initializer> initializers;
};

}  // namespace graphrun
