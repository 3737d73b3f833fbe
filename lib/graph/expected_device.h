// What a file says of where a graph's nodes should be: model/expected_mapping.h reads it,
// report/mapping_diff.h compares it with a placement.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

struct ExpectedDevice {
  std::string name;          // of a node
  bool is_pattern = false;   // `*` in the name stands for any run of characters
  std::uint32_t device = 0;  // into ExpectedMapping::devices
  int line = 1;              // of the file, from 1
};

struct ExpectedMapping {
  std::string file;
  std::vector<ExpectedDevice> nodes;   // in the order of the file; no name is there twice
  std::vector<DeviceRequest> devices;  // those that the file names, each once
};

}  // namespace graphrun
