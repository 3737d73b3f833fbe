// Runs the transcripts in tests/cli: programs in, bytes out.
//
//   # What the next command shows.
//   $ graphrun run - <<'END'
//   > nodes:
//   >   - {op: Const, value: 1}
//   > END
//   1
//   [exit 3]
//
// A command runs under /bin/sh in the root of the source, with graphrun on the PATH, a folder of
// the transcript's own in $SCRATCH, and neither CUDA_VISIBLE_DEVICES nor NO_COLOR. Lines that begin
// with "> " continue it. Below it stands what it writes, standard error too, and its exit status
// where that is not 0. Comments and blank lines above a command are its own.
//
// UPDATE_TRANSCRIPTS=1 writes down what the commands do now.

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "places.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

using Lines = std::vector<std::string>;

struct Entry {
  Lines above;  // comments and blank lines
  Lines command;
  Lines output;
};

struct Transcript {
  std::vector<Entry> entries;
  Lines end;  // comments and blank lines behind the last command
};

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_remark(const std::string& line) { return line.empty() || line.starts_with('#'); }

Lines take_remarks_off_the_end(Lines& lines) {
  auto first = lines.end();
  while (first != lines.begin() && is_remark(*(first - 1))) --first;
  Lines remarks(first, lines.end());
  lines.erase(first, lines.end());
  return remarks;
}

Transcript parse(const std::string& text) {
  Transcript transcript;
  Lines loose;  // what a command has written, and what stands above the next
  const auto close_entry = [&] {
    Lines above = take_remarks_off_the_end(loose);
    if (transcript.entries.empty()) {
      REQUIRE(loose.empty());  // a transcript begins with a command
    } else {
      transcript.entries.back().output = std::move(loose);
    }
    loose.clear();
    return above;
  };
  for (const std::string& line : split(text)) {
    const bool is_in_command = !transcript.entries.empty() && loose.empty();
    if (line.starts_with("$ ")) {
      Lines above = close_entry();
      transcript.entries.push_back({std::move(above), {line}, {}});
    } else if (is_in_command && line.starts_with("> ")) {
      transcript.entries.back().command.push_back(line);
    } else {
      loose.push_back(line);
    }
  }
  transcript.end = close_entry();
  return transcript;
}

void append(std::string& text, const Lines& lines) {
  for (const std::string& line : lines) text += line + "\n";
}

std::string to_text(const Transcript& transcript) {
  std::string text;
  for (const Entry& entry : transcript.entries) {
    append(text, entry.above);
    append(text, entry.command);
    append(text, entry.output);
  }
  append(text, transcript.end);
  return text;
}

std::string shell_word(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Numbers would differ from machine to machine where several threads share a sum.
constexpr const char* kEnvironment =
    "unset CUDA_VISIBLE_DEVICES NO_COLOR; LC_ALL=C; export LC_ALL; OMP_NUM_THREADS=1; "
    "export OMP_NUM_THREADS; ";

// Transcripts are of a machine without GPUs; but what hides real ones hides simulated ones too.
constexpr const char* kHideGpus = "CUDA_VISIBLE_DEVICES=; export CUDA_VISIBLE_DEVICES; ";

bool chooses_devices(const Lines& command) {
  return std::any_of(command.begin(), command.end(), [](const std::string& line) {
    return line.find("--devices") != std::string::npos ||
           line.find("--simulate-gpus") != std::string::npos;
  });
}

Lines run(const Lines& command, const std::string& scratch) {
  const std::string folder = std::filesystem::path(program()).parent_path();
  std::string script = kEnvironment;
  if (!chooses_devices(command)) script += kHideGpus;
  script += "PATH=" + shell_word(folder) + ":$PATH; SCRATCH=" + shell_word(scratch) + "; cd " +
            shell_word(in_project(".")) + " || exit 1\n";
  for (const std::string& line : command) script += line.substr(2) + "\n";
  FILE* pipe = popen(("exec /bin/sh -c " + shell_word(script) + " 2>&1 </dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  const int status = pclose(pipe);
  for (std::size_t at = output.find(scratch); at != std::string::npos; at = output.find(scratch)) {
    output.replace(at, scratch.size(), "$SCRATCH");
  }
  Lines lines = split(output);
  if (!output.empty() && output.back() != '\n') lines.emplace_back("[no newline at the end]");
  if (WIFSIGNALED(status)) {
    lines.push_back("[signal " + std::to_string(WTERMSIG(status)) + "]");
  } else if (WEXITSTATUS(status) != 0) {
    lines.push_back("[exit " + std::to_string(WEXITSTATUS(status)) + "]");
  }
  return lines;
}

// Lines of both, those of `expected` alone after "-", those of `actual` alone after "+".
std::string line_diff(const Lines& expected, const Lines& actual) {
  // common[i][j]: how many lines the rests from i and from j have in common.
  std::vector<std::vector<int>> common(expected.size() + 1, std::vector<int>(actual.size() + 1));
  for (std::size_t i = expected.size(); i-- > 0;) {
    for (std::size_t j = actual.size(); j-- > 0;) {
      common[i][j] = expected[i] == actual[j] ? common[i + 1][j + 1] + 1
                                              : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::string diff;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < expected.size() || j < actual.size()) {
    if (i < expected.size() && j < actual.size() && expected[i] == actual[j]) {
      diff += "  " + expected[i++] + "\n";
      ++j;
    } else if (j == actual.size() ||
               (i < expected.size() && common[i + 1][j] >= common[i][j + 1])) {
      diff += "- " + expected[i++] + "\n";
    } else {
      diff += "+ " + actual[j++] + "\n";
    }
  }
  return diff;
}

void check_transcript(const std::string& path) {
  const bool updates = std::getenv("UPDATE_TRANSCRIPTS") != nullptr;
  const ScratchFolder scratch;
  Transcript transcript = parse(content_of(path));
  REQUIRE(!transcript.entries.empty());
  for (Entry& entry : transcript.entries) {
    Lines output = run(entry.command, scratch.path());
    if (updates) {
      entry.output = std::move(output);
      continue;
    }
    std::string command;
    append(command, entry.command);
    INFO(path << "\n" << command << line_diff(entry.output, output));
    const bool is_as_written = output == entry.output;
    CHECK(is_as_written);
  }
  if (updates) std::ofstream(path, std::ios::binary) << to_text(transcript);
}

std::vector<std::string> transcripts() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(in_project("tests/cli"))) {
    if (file.path().extension() == ".txt") paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  return paths;
}

TEST_CASE("the program does what its transcripts say") {
  const std::vector<std::string> paths = transcripts();
  REQUIRE(!paths.empty());
  for (const std::string& path : paths) {
    DYNAMIC_SECTION(std::filesystem::path(path).stem().string()) { check_transcript(path); }
  }
}

TEST_CASE("a transcript is read as commands, their output and the comments above them") {
  const std::string text =
      "# First.\n"
      "$ one <<'END'\n"
      "> text\n"
      "> END\n"
      "\n"
      "after a blank line\n"
      "[exit 3]\n"
      "\n"
      "# Second.\n"
      "$ two\n"
      "# The end.\n";
  const Transcript transcript = parse(text);
  REQUIRE(transcript.entries.size() == 2);
  const Entry& first = transcript.entries[0];
  CHECK(first.above == Lines{"# First."});
  CHECK(first.command == Lines{"$ one <<'END'", "> text", "> END"});
  CHECK(first.output == Lines{"", "after a blank line", "[exit 3]"});
  CHECK(transcript.entries[1].above == Lines{"", "# Second."});
  CHECK(transcript.entries[1].output.empty());
  CHECK(transcript.end == Lines{"# The end."});
  CHECK(to_text(transcript) == text);
}

TEST_CASE("a command of a transcript shows both streams, its status and its own folder") {
  CHECK(run({"$ echo out; echo error >&2; echo $SCRATCH/x; exit 3"}, "/tmp/a folder") ==
        Lines{"out", "error", "$SCRATCH/x", "[exit 3]"});
  CHECK(run({"$ cat <<'END'", "> it's", "> END"}, "/tmp") == Lines{"it's"});
  CHECK(run({"$ printf x"}, "/tmp") == Lines{"x", "[no newline at the end]"});
  CHECK(run({"$ graphrun --version | cut -d ' ' -f 1"}, "/tmp") == Lines{"graphrun"});
}

TEST_CASE("the difference of two transcripts is shown line by line") {
  CHECK(line_diff({"a", "b", "c"}, {"a", "x", "c", "d"}) ==
        "  a\n"
        "- b\n"
        "+ x\n"
        "  c\n"
        "+ d\n");
  CHECK(line_diff({}, {}).empty());
}

}  // namespace
}  // namespace graphrun
