// Reads an expected mapping, for `place --check`. It is one of two forms.
//
// A text, a line for each node or for all nodes whose names a pattern matches:
//
//   # comments and empty lines are skipped
//   b: /cpu:0
//   tower_*/MatMul: /gpu:*
//
// or the JSON that `place --format json` writes, of which the nodes' names and devices are read; a
// file that begins with '{' is taken for that.
//
// A device may be short, partial or full: it is what a graph file may ask for. That a name stands
// there twice is an error.

#pragma once

#include <string>

#include "graph/expected_device.h"

namespace graphrun {

// `path` may be "-" for standard input. Throws Error(invalid) with all the complaints that can be
// found, Error(file) when the file cannot be read.
ExpectedMapping read_expected_mapping(const std::string& path);

// The same for a text.
ExpectedMapping read_expected_mapping_text(std::string file, std::string text);

}  // namespace graphrun
