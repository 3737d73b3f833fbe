#include "report/report_page.h"

#include <set>
#include <string>

#include "catch.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using profile_fixture::Profiled;

std::string page_of(const Profiled& made, std::string_view name = "towers") {
  ProfiledRun run = made.run();
  const ProfiledRun named{.name = name,
                          .graph = run.graph,
                          .placement = run.placement,
                          .devices = run.devices,
                          .plan = run.plan,
                          .record = run.record,
                          .shapes = run.shapes};
  std::string page;
  write_report_page(named, make_profile(made.model.graph, made.placement, made.plan, made.record),
                    10, [&](std::string_view part) { page += part; });
  return page;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST_CASE("the page has a bar for each step, a row for each track and a curve for each memory") {
  const Profiled made;
  const std::string page = page_of(made);
  // 10 steps; in the legend 3 devices, a copy and several steps.
  CHECK(count(page, "<rect ") == 10 + 5);
  CHECK(count(page, "class=\"row\"") == 8 + 3);
  CHECK(count(page, " area\"") == 3);
  CHECK(count(page, "<table>") == 5);
  CHECK(page.find("<title>tower_0/layer/MatMul (MatMul), ") != std::string::npos);
}

TEST_CASE("the page needs nothing but itself, and is whole") {
  const std::string page = page_of(Profiled());
  for (const std::string outside : {"http:", "https:", "<script", "<link", "<img", "@import"}) {
    CHECK(page.find(outside) == std::string::npos);
  }
  for (const std::string element : {"svg", "table", "section", "rect", "div", "html"}) {
    CHECK(count(page, "<" + element + ">") + count(page, "<" + element + " ") ==
          count(page, "</" + element + ">") +
              (element == "rect" ? count(page, "/></svg>") : 0));  // the legend's
  }
  CHECK(page.find("prefers-color-scheme: dark") != std::string::npos);
}

TEST_CASE("names of the user's are text on the page, never markup") {
  const std::string page = page_of(Profiled(), "<b>&\"tower\"</b>");
  CHECK(page.find("<b>&") == std::string::npos);
  CHECK(page.find("&lt;b&gt;&amp;&quot;tower&quot;&lt;/b&gt;") != std::string::npos);
}

TEST_CASE("the page of a long graph is thinned and loses no step") {
  const Profiled made(
      "nodes:\n"
      "  - {op: Const, name: x, value: 1.0, as: y}\n"
      "  - repeat: 20000\n"
      "    nodes:\n"
      "      - {op: Neg, inputs: [y], as: y}\n"
      "  - {op: Neg, name: z, inputs: [y]}\n"
      "fetch: [z]\n",
      0);
  const std::string page = page_of(made);
  CHECK(page.size() < 1'000'000);
  // Each bar says how many steps it is.
  std::size_t steps = 0;
  for (std::size_t at = page.find("<title>"); at != std::string::npos;
       at = page.find("<title>", at + 1)) {
    const std::string title = page.substr(at + 7, page.find('<', at + 7) - at - 7);
    if (title.find(" steps in ") != std::string::npos) {
      steps += std::stoul(title);
    } else if (title.find("where the time") == std::string::npos) {
      ++steps;
    }
  }
  CHECK(steps == made.plan.steps.size());
}

}  // namespace
}  // namespace graphrun
