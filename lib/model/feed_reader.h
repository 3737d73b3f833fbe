// Feeds as graph files and the command line write them.

#pragma once

#include <optional>
#include <string>

#include "graph/feed.h"
#include "model/evaluator.h"

namespace graphrun {

// The mapping below a placeholder in `feeds`: {file: a.npy}, {value: [[1, 2]]}, {random_uniform:
// {low: 0, high: 1, seed: 7}}, {random_normal: {mean: 0, stddev: 1, seed: 7}}. `dtype` and `shape`
// are the placeholder's; `folder` is where relative file names start. nullopt with a complaint.
std::optional<FeedSource> read_feed(Evaluator& evaluator, ValueId value, DType dtype,
                                    const Shape& shape, const std::string& folder);

// What follows the `=` of --feed: "a.npy", "a.npz:key", "a.bin:dtype=float32,shape=2x3",
// "random:seed=1,low=0,high=2", "normal:seed=1,mean=0,stddev=1", "[[1, 2]]". Throws Error(usage),
// or Error(invalid) for elements that do not fit; both begin with `said_by`.
FeedSource parse_feed(const std::string& text, DType dtype, const Shape& shape,
                      const std::string& said_by);

}  // namespace graphrun
