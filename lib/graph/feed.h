// What a placeholder is fed with: where the values come from, not yet the values, so that the
// device that needs them may make them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "graph/graph.h"

namespace graphrun {

struct FileFeed {
  std::string path;  // .npy; .npz with `key`; anything else is raw, with `dtype` and `shape`
  std::string key;
  std::optional<DType> dtype;
  std::optional<Shape> shape;
};

struct UniformFeed {
  double low = 0;
  double high = 1;
  std::int64_t seed = 0;
};

struct NormalFeed {
  double mean = 0;
  double stddev = 1;
  std::int64_t seed = 0;
};

using FeedSource = std::variant<FileFeed, TensorLiteral, UniformFeed, NormalFeed>;

struct Feed {
  NodeId placeholder = kNoNode;
  FeedSource source;
  std::string said_by;  // begins messages: "graphs/a.yaml:9:6" or "--feed a"
};

}  // namespace graphrun
