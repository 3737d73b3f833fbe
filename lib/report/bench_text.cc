#include "report/bench_text.h"

#include "report/bench_tables.h"
#include "report/bench_words.h"

namespace graphrun {

std::string bench_text(const BenchResult& result, TableStyle style) {
  const bool is_markdown = style == TableStyle::markdown;
  std::string text;
  for (const std::string& paragraph : bench_introduction(result)) {
    text += paragraph + (is_markdown ? "\n\n" : "\n");
  }
  for (const TitledTable& titled : bench_tables(result)) {
    text += is_markdown ? "### " + titled.title + "\n\n" : "\n" + titled.title + "\n";
    text += table_text(titled.table, style);
    if (is_markdown) text += "\n";
  }
  if (!is_markdown) text += "\n";
  for (const std::string& sentence : bench_sentences(result)) text += "- " + sentence + "\n";
  return text;
}

}  // namespace graphrun
