// The one exception: something the user can act on, such as a graph that is wrong, a device that is
// missing, memory that is out. Whoever throws says which of the program's outcomes it is. It ends
// the run and is caught in app/main.cc. A mistake of our own is not an Error; it is an assert.

#pragma once

#include <stdexcept>
#include <string>

#include "base/exit_status.h"

namespace graphrun {

class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}

  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

}  // namespace graphrun
