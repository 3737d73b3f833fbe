#include "report/table.h"

#include "catch.h"

namespace graphrun {
namespace {

const Table kTable{.headings = {"name", "time"},
                   .rows = {{"a", "12.5 ms"}, {"größe", "1 s"}, {"x|y", "-"}},
                   .names = 1};

TEST_CASE("names begin at the left, figures end at the right") {
  CHECK(table_text(kTable, TableStyle::text) ==
        "name      time\n"
        "a      12.5 ms\n"
        "größe      1 s\n"
        "x|y          -\n");
}

TEST_CASE("in Markdown bars part the columns, and one in a cell is escaped") {
  CHECK(table_text(kTable, TableStyle::markdown) ==
        "| name  |    time |\n"
        "| ----- | ------: |\n"
        "| a     | 12.5 ms |\n"
        "| größe |     1 s |\n"
        "| x\\|y  |       - |\n");
}

}  // namespace
}  // namespace graphrun
