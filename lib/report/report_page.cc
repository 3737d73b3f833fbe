#include "report/report_page.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/human_bytes.h"
#include "report/bench_numbers.h"
#include "report/html_text.h"
#include "report/place_labels.h"
#include "report/profile_tables.h"
#include "report/report_page_style.h"
#include "report/svg_memory.h"
#include "report/svg_timeline.h"

namespace graphrun {
namespace {

std::string figure(const std::string& value, std::string_view what) {
  return fmt::format("<div><b>{}</b><span>{}</span></div>\n", html_escaped(value), what);
}

// The bytes of copies whose size is known.
std::size_t copied_bytes(const ProfiledRun& run) {
  std::size_t bytes = 0;
  for (const Step& step : run.plan.steps) {
    if (!step.is_copy) continue;
    bytes += run.shapes.bytes(run.plan.slots[step.first_output].tensor).value_or(0);
  }
  return bytes;
}

std::string figures(const ProfiledRun& run, const Profile& profile) {
  std::uint64_t copies = 0;
  for (const DeviceTime& device : profile.devices) copies += device.copying.steps;
  std::string text = "<div class=\"figures\">\n";
  text += figure(time_text(static_cast<double>(profile.wall_ns)), "wall time");
  text += figure(time_text(static_cast<double>(profile.work_ns)), "work of all queues and threads");
  text += figure(std::to_string(profile.steps.size() - copies), "nodes");
  text += figure(std::to_string(copies), "copies between memories");
  if (copies > 0) text += figure(human_bytes(copied_bytes(run)), "copied");
  return text + "</div>\n";
}

std::string swatch(const std::string& classes) {
  return fmt::format(R"(<svg viewBox="0 0 16 12"><rect class="{}" x="0.5" y="0.5" width="15" )"
                     R"(height="11"/></svg>)",
                     classes);
}

std::string legend(const PlaceLabels& labels, const Profile& profile) {
  std::string text = "<div class=\"legend\">";
  bool has_copies = false;
  for (const DeviceTime& device : profile.devices) {
    text += fmt::format("<span>{}{}</span>", swatch(device_class(device.device)),
                        html_escaped(labels.device(device.device)));
    has_copies = has_copies || device.copying.steps > 0;
  }
  const std::string any =
      profile.devices.empty() ? "d0" : device_class(profile.devices.back().device);
  if (has_copies) text += fmt::format("<span>{}a copy</span>", swatch(any + " copy"));
  text += fmt::format("<span>{}several steps too short to be told apart</span>",
                      swatch(any + " several"));
  return text + "</div>\n";
}

// A part of the whole has a bar behind it, as long as the part is large.
std::string cell(const std::string& text, bool is_name, bool is_share) {
  if (is_share) {
    const std::string number = text.substr(0, text.find(' '));
    return fmt::format(R"(<td class="number share" style="--part: {}%">{}</td>)", number, text);
  }
  return fmt::format(R"(<td class="{}">{}</td>)", is_name ? "name" : "number", html_escaped(text));
}

std::string table_html(const ProfileTable& part) {
  const Table& table = part.table;
  std::string text = "<table>\n<tr>";
  for (std::size_t i = 0; i < table.headings.size(); ++i) {
    text += fmt::format("<th{}>{}</th>", i < table.names ? "" : R"( class="number")",
                        table.headings[i]);
  }
  text += "</tr>\n";
  for (const auto& row : table.rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += cell(row[i], i < table.names, i + 1 == row.size());
    }
    text += "</tr>\n";
  }
  text += "</table>\n";
  if (part.left_out > 0) text += fmt::format("<p>and {} more</p>\n", part.left_out);
  return text;
}

}  // namespace

void write_report_page(const ProfiledRun& run, const Profile& profile, std::size_t top,
                       const TextSink& write) {
  const PlaceLabels labels(run.devices);
  const std::string name = html_escaped(run.name);
  write(
      fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width\">\n"
                  "<title>{}: where the time of a run went</title>\n<style>{}</style>\n</head>\n"
                  "<body>\n<h1>{}</h1>\n<p>Where the time of one run went.</p>\n",
                  name, kReportPageStyle, name));
  const std::string note = simulation_note(labels, profile);
  if (!note.empty()) write("<p>" + html_escaped(note) + "</p>\n");
  write(figures(run, profile));
  write("<h2>Timeline</h2>\n" + legend(labels, profile) + "<div class=\"picture\">\n" +
        svg_timeline(run, labels) + "</div>\n");
  if (const std::string memory = svg_memory(run, labels); !memory.empty()) {
    write("<h2>Memory in use</h2>\n<div class=\"picture\">\n" + memory + "</div>\n");
  }
  write("<div class=\"tables\">\n");
  for (const ProfileTable& part : profile_tables(run, labels, profile, top)) {
    const bool is_wide = part.table.names > 1;
    write(fmt::format("<section{}>\n<h2>{}</h2>\n", is_wide ? R"( class="wide")" : "",
                      html_escaped(part.title)));
    write(table_html(part) + "</section>\n");
  }
  write("</div>\n</body>\n</html>\n");
}

}  // namespace graphrun
