#include "report/html_text.h"

#include "catch.h"

namespace graphrun {
namespace {

TEST_CASE("what means something to HTML is escaped") {
  CHECK(html_escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
  CHECK(html_escaped("tower_0/größe").compare("tower_0/größe") == 0);
}

TEST_CASE("a text is shortened by characters, not by bytes") {
  CHECK(shortened("MatMul", 6) == "MatMul");
  CHECK(shortened("MatMul", 4) == "Mat…");
  CHECK(shortened("größen", 4) == "grö…");
  CHECK(shortened("größe", 5) == "größe");
  CHECK(shortened("ab", 1) == "…");
  CHECK(shortened("ab", 0).empty());
}

}  // namespace
}  // namespace graphrun
