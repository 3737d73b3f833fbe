// A graph file, read and expanded: the graph, and what the file says about running it.

#pragma once

#include <string>
#include <vector>

#include "graph/feed.h"
#include "graph/fetch.h"
#include "graph/graph.h"
#include "model/config.h"
#include "model/labels.h"

namespace graphrun {

struct Model {
  std::string name;
  std::string description;
  Graph graph;
  Config config;
  std::vector<Feed> feeds;
  std::vector<Fetch> fetches;
  std::vector<Initializer> initializers;  // in the order of the file
  // The labels that are bound when the file ends.
  Labels labels;
};

// Thrown by a look-up: there is no such tensor.
struct LookupFault {
  std::string what;
  std::string note;  // "did you mean 'sum'?"
};

// A tensor or node by its name ("a", "a:1") or by a label, which hides a node of its name; a list
// label is all that it holds. Throws LookupFault.
std::vector<Fetch> find_fetch(const Model& model, const std::string& name);

}  // namespace graphrun
