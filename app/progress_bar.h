// How far a long command is: a line on standard error that is written over and at last removed.
// Only a terminal gets it: a pipe or a file sees nothing of it.

#pragma once

#include <chrono>
#include <string_view>

namespace graphrun {

class ProgressBar {
 public:
  explicit ProgressBar(bool is_wanted);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { clear(); }

  // `part` of what `label` names is done, from 0 to 1. Cheap: writes ten times a second at most.
  void show(std::string_view label, double part);
  void clear();

 private:
  bool is_shown_on_terminal_;
  bool has_line_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace graphrun
