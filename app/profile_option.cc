#include "app/profile_option.h"

#include <CLI/CLI.hpp>

#include "app/output.h"
#include "files/output_file.h"
#include "report/profile_text.h"
#include "report/report_page.h"
#include "report/trace_json.h"
#include "runtime/profile.h"

namespace graphrun {
namespace {

// Writes what `write(sink)` passes to the sink.
template <typename Write>
void write_file(const std::string& path, const Write& write) {
  OutputFile file(path);
  write([&](std::string_view part) { file.write(part.data(), part.size()); });
  file.commit();
}

}  // namespace

void ProfileOption::add_to(CLI::App& command) {
  command.add_flag("--profile", profile,
                   "Write where the time of the last run went (to standard error)");
  command.add_option("--top", top, "How many nodes, ops and scopes the profile shows")
      ->type_name("N");
  command.add_option("--trace", trace, "Write the last run as a trace for Perfetto (JSON)")
      ->type_name("FILE");
  command.add_option("--report", report, "Write the last run as a page with pictures (HTML)")
      ->type_name("FILE");
}

void ProfileOption::show(const ProfiledRun& run) const {
  const Profile made = make_profile(run.graph, run.placement, run.plan, run.record);
  if (profile) print_note(profile_text(run, made, top));
  if (!trace.empty()) {
    write_file(trace, [&](const TextSink& sink) { write_trace_json(run, sink); });
  }
  if (!report.empty()) {
    write_file(report, [&](const TextSink& sink) { write_report_page(run, made, top, sink); });
  }
}

}  // namespace graphrun
