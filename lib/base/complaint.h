// A fault in a file, and how it is shown: where, what, the line itself with a caret, and help.

#pragma once

#include <string>
#include <vector>

namespace graphrun {

// A place in a text file. Lines and columns count from 1, as editors count; columns count
// characters, not bytes.
struct FilePosition {
  std::string file;
  int line = 1;
  int column = 1;
  std::string line_text;  // quoted in messages, so that no one has to keep the whole file

  friend bool operator==(const FilePosition&, const FilePosition&) = default;
};

struct Complaint {
  FilePosition at;
  std::string what;  // "unknown op 'Rellu'"; may go on for several lines
  std::string note;  // stands beside the caret: "did you mean 'Relu'?"; may be empty
  std::string hint;  // what the user could do; may be empty

  friend bool operator==(const Complaint&, const Complaint&) = default;
};

// graph.yaml:3:19: unknown op 'Rellu'
//  3 |   - {name: y, op: Rellu, inputs: [x]}
//    |                   ^ did you mean 'Relu'?
//    hint: ...
// Long lines are quoted in part, control characters are escaped. No newline at the end.
std::string to_string(const Complaint& complaint);

// The complaints about one file. A reader goes on after a fault, so that one run of the program
// shows every fault.
class Complaints {
 public:
  // After kMost of them the file is not worth reading on: throws what there is.
  static constexpr std::size_t kMost = 100;

  // One that is already there is not added again.
  void add(Complaint complaint);
  bool empty() const { return complaints_.empty(); }

  // One Error(invalid) with all of them, in the order of the file.
  void throw_if_any();

 private:
  std::vector<Complaint> complaints_;
};

}  // namespace graphrun
