#include "report/memory_plan_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/human_bytes.h"
#include "report/table.h"

namespace graphrun {
namespace {

constexpr std::size_t kOpenShown = 5;

std::size_t of(const BytesByUse& bytes, MemoryUse use) {
  return bytes[static_cast<std::size_t>(use)];
}

std::size_t weights(const BytesByUse& bytes) {
  return of(bytes, MemoryUse::constants) + of(bytes, MemoryUse::variables);
}

std::string overview(const PlaceLabels& labels, const MemoryPlan& plan) {
  Table table{.headings = {"memory", "weights", "feeds", "temporaries", "peak", "limit", "fits"},
              .names = 1};
  for (const MemoryNeed& need : plan.memories) {
    table.rows.push_back({labels.device(need.device), human_bytes(weights(need.at_peak)),
                          human_bytes(of(need.at_peak, MemoryUse::feeds)),
                          human_bytes(of(need.at_peak, MemoryUse::temporaries)),
                          human_bytes(need.peak_bytes),
                          need.limit_bytes == 0 ? "none" : human_bytes(need.limit_bytes),
                          need.fits() ? "yes" : "no"});
  }
  return table_text(table, TableStyle::text);
}

std::string remarks(const PlaceLabels& labels, const MemoryPlan& plan) {
  std::string text;
  for (const MemoryNeed& need : plan.memories) {
    const std::string& name = labels.device(need.device);
    if (need.peak_in_turn_bytes < need.peak_bytes) {
      text += fmt::format("{} could do with {} if copies came just before they are read\n", name,
                          human_bytes(need.peak_in_turn_bytes));
    }
    if (need.is_host &&
        weights(need.beside) + of(need.beside, MemoryUse::feeds) + need.small_bytes > 0) {
      text += fmt::format(
          "beside its allocator {} has {} of constants and {} of feeds where they were read, and "
          "{} in pieces below 64KiB\n",
          name, human_bytes(weights(need.beside)), human_bytes(of(need.beside, MemoryUse::feeds)),
          human_bytes(need.small_bytes));
    }
  }
  return text;
}

std::string owners(const Graph& graph, const PlaceLabels& labels, const MemoryNeed& need,
                   std::size_t top) {
  Table table{.headings = {"at the peak", "is a", "bytes"}, .names = 2};
  const std::size_t rows = std::min(top, need.owners.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const MemoryOwner& owner = need.owners[i];
    table.rows.push_back({graph.tensor_name(owner.tensor), std::string(to_string(owner.use)),
                          human_bytes(owner.bytes)});
  }
  std::string text = fmt::format("\n{}: {} while '{}' runs, in {} tensors\n",
                                 labels.device(need.device), human_bytes(need.peak_bytes),
                                 graph.node(need.peak_node).name, need.owners.size());
  text += table_text(table, TableStyle::text);
  if (rows < need.owners.size())
    text += fmt::format("... and {} more\n", need.owners.size() - rows);
  return text;
}

std::string open_tensors(const Graph& graph, const MemoryPlan& plan) {
  if (plan.open.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(kOpenShown, plan.open.size()); ++i) {
    names += fmt::format("{}'{}'", i == 0 ? "" : ", ", graph.tensor_name(plan.open[i]));
  }
  if (plan.open.size() > kOpenShown) names += ", ...";
  return fmt::format("not counted, since their shapes are open until the graph runs: {} ({})\n",
                     plan.open.size(), names);
}

}  // namespace

std::string memory_plan_text(const Graph& graph, const PlaceLabels& labels, const MemoryPlan& plan,
                             std::size_t top) {
  std::string text = overview(labels, plan) + remarks(labels, plan) + open_tensors(graph, plan);
  for (const MemoryNeed& need : plan.memories) {
    if (!need.owners.empty() && top > 0) text += owners(graph, labels, need, top);
  }
  return text;
}

std::string memory_faults(const Graph& graph, const PlaceLabels& labels, const MemoryPlan& plan) {
  std::string text;
  for (const MemoryNeed& need : plan.memories) {
    if (need.fits()) continue;
    text += text.empty() ? "" : "\n";
    const std::string& name = labels.device(need.device);
    const std::string limit = human_bytes(need.limit_bytes);
    const std::string whole = human_bytes(need.whole_bytes());
    if (need.shortage) {
      text += fmt::format(
          "{} has no room for the {} of '{}' within {}; with memory enough its peak is {}", name,
          human_bytes(need.shortage->bytes), graph.tensor_name(need.shortage->tensor), limit,
          whole);
    } else {
      text += fmt::format("{} needs {}, but its limit is {}", name, whole, limit);
    }
  }
  return text;
}

std::string_view to_string(MemoryUse use) {
  switch (use) {
    case MemoryUse::constants: return "constant";
    case MemoryUse::variables: return "variable";
    case MemoryUse::feeds: return "feed";
    case MemoryUse::temporaries: break;
  }
  return "temporary";
}

}  // namespace graphrun
