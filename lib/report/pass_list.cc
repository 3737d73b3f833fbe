#include "report/pass_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace graphrun {

std::string pass_list(std::span<const Pass> passes) {
  std::size_t width = 0;
  for (const Pass& pass : passes) width = std::max(width, pass.name.size());
  std::string lines;
  for (const Pass& pass : passes) {
    lines +=
        fmt::format("{:<{}}  {:<3}  {}{}\n", pass.name, width, pass.reassociates ? "off" : "on",
                    pass.summary, pass.reassociates ? "; --reassociate runs it" : "");
  }
  return lines;
}

std::string pass_list_json(std::span<const Pass> passes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Pass& pass : passes) {
    list.push_back({{"name", pass.name},
                    {"summary", pass.summary},
                    {"default", !pass.reassociates},
                    {"reassociates", pass.reassociates}});
  }
  return nlohmann::ordered_json{{"passes", list}}.dump(2) + "\n";
}

std::string pass_report_text(const PassReport& report) {
  return fmt::format("{}: {} ({} -> {} nodes)", report.pass, report.sentence, report.nodes_before,
                     report.nodes_after);
}

}  // namespace graphrun
