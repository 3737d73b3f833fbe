#include "report/mapping_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/closest_match.h"
#include "report/device_lines.h"
#include "report/explanation.h"

namespace graphrun {
namespace {

// Beyond this many names the nearest is not worth looking for.
constexpr std::size_t kMostNamesToSuggest = 10'000;

// Whether `name` is `pattern`, where `*` stands for any run of characters. On a mismatch only the
// last `*` takes another character: the earlier ones have taken as little as they can.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken_to = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken_to = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken_to;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

class Comparison {
 public:
  Comparison(const Graph& graph, const Placement& placement, const ExpectedMapping& expected)
      : graph_(graph),
        placement_(placement),
        expected_(expected),
        names_(device_names(placement.devices, DeviceSpelling::full)),
        line_of_node_(graph.size(), kNone) {}

  std::string text() {
    find_exact_lines();
    for (NodeId id = 0; id < graph_.size(); ++id) compare(id);
    for (const std::size_t line : unmatched_) report_unmatched(line);
    for (const std::size_t line : patterns_) {
      if (!matches_any(expected_.nodes[line])) report_unmatched(line);
    }
    if (differences_ == 0) return {};
    return text_ + fmt::format("{} difference{} from {}\n", differences_,
                               differences_ == 1 ? "" : "s", expected_.file);
  }

 private:
  static constexpr std::size_t kNone = std::string::npos;

  void find_exact_lines() {
    for (std::size_t line = 0; line < expected_.nodes.size(); ++line) {
      const ExpectedDevice& expected = expected_.nodes[line];
      if (expected.is_pattern) {
        patterns_.push_back(line);
        continue;
      }
      const NodeId id = graph_.find(expected.name);
      if (id == kNoNode) {
        unmatched_.push_back(line);
      } else {
        line_of_node_[id] = line;
      }
    }
  }

  void compare(NodeId id) {
    std::size_t line = line_of_node_[id];
    if (line == kNone) {
      const auto found = std::ranges::find_if(patterns_, [&](std::size_t pattern) {
        return matches(expected_.nodes[pattern].name, graph_.node(id).name);
      });
      if (found != patterns_.end()) line = *found;
    }
    if (line == kNone) {
      report(id, fmt::format("nothing: no line of {} names it", expected_.file));
      return;
    }
    const ExpectedDevice& expected = expected_.nodes[line];
    const DeviceRequest& device = expected_.devices[expected.device];
    if (device.spec.allows(placement_.device_of(id))) return;
    report(id, fmt::format("{}  ({}:{})", device.written, expected_.file, expected.line));
  }

  void report(NodeId id, std::string_view expected) {
    const Node& node = graph_.node(id);
    const Decision& decision = placement_.nodes[id];
    fmt::format_to(std::back_inserter(text_),
                   "{}:{}: {}\n  expected  {}\n  got       {}  ({}: {})\n", graph_.source().file(),
                   node.at.line + 1, node.name, expected, names_[decision.device],
                   to_string(decision.rule), clause(decision.rule));
    ++differences_;
  }

  void report_unmatched(std::size_t line) {
    const ExpectedDevice& expected = expected_.nodes[line];
    text_ += fmt::format("{}:{}: no node {} '{}'", expected_.file, expected.line,
                         expected.is_pattern ? "has a name like" : "is named", expected.name);
    if (!expected.is_pattern && graph_.size() <= kMostNamesToSuggest) {
      const std::string note = did_you_mean(expected.name, graph_.names().all());
      if (!note.empty()) text_ += "; " + note;
    }
    text_ += '\n';
    ++differences_;
  }

  // Also where the nodes it matches have lines of their own.
  bool matches_any(const ExpectedDevice& pattern) const {
    return std::ranges::any_of(graph_.names().all(),
                               [&](std::string_view name) { return matches(pattern.name, name); });
  }

  const Graph& graph_;
  const Placement& placement_;
  const ExpectedMapping& expected_;
  std::vector<std::string> names_;
  std::vector<std::size_t> line_of_node_;  // into expected_.nodes, of those with the very name
  std::vector<std::size_t> patterns_;      // likewise
  std::vector<std::size_t> unmatched_;     // likewise; no node has that name
  std::size_t differences_ = 0;
  std::string text_;
};

}  // namespace

std::string mapping_diff(const Graph& graph, const Placement& placement,
                         const ExpectedMapping& expected) {
  return Comparison(graph, placement, expected).text();
}

std::string mapping_text(const Graph& graph, const Placement& placement) {
  const std::vector<std::string> devices = device_names(placement.devices, DeviceSpelling::full);
  constexpr std::size_t kUsualLine = 80;
  std::string text = fmt::format("# The expected mapping of {}\n", graph.source().file());
  text.reserve(text.size() + graph.size() * kUsualLine);
  for (NodeId id = 0; id < graph.size(); ++id) {
    text += graph.node(id).name;
    text += ": ";
    text += devices[placement.nodes[id].device];
    text += '\n';
  }
  return text;
}

}  // namespace graphrun
