// What is wrong with a text that is not YAML, in words that help, and at the place where it can be
// put right.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace graphrun {

struct YamlFault {
  SourceMark at;
  std::string what;  // "this '[' is not closed"
  std::string note;
};

// How far the reader had come.
struct YamlProgress {
  std::size_t offset = 0;  // in bytes, of the place that yaml-cpp names
  SourceMark at;
  std::size_t end_of_last_value = 0;
  // Where the brackets stand that were open then, the outermost first.
  std::vector<std::size_t> brackets;
};

// `message` is yaml-cpp's.
YamlFault explain_yaml_fault(std::string_view message, const YamlProgress& progress,
                             std::string_view text);

// Line and column of an offset in bytes.
SourceMark mark_at(std::string_view text, std::size_t offset);

}  // namespace graphrun
