// The outcomes of the program, as the shell sees them (documented in docs/command-line.md).

#pragma once

namespace graphrun {

enum class ExitStatus {
  done = 0,
  mismatch = 1,       // a check or a comparison failed
  usage = 2,          // the command line is wrong
  invalid = 3,        // the graph, or its placement, is wrong
  device = 4,         // a device or its memory failed while running
  file = 5,           // a file could not be read or written
  interrupted = 130,  // as shells expect of Ctrl-C
};

}  // namespace graphrun
