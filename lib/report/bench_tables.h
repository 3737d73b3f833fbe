// A benchmark's figures as tables: a row for each case, beside the values of its parameters.

#pragma once

#include <string>
#include <vector>

#include "report/table.h"
#include "runtime/bench_result.h"

namespace graphrun {

struct TitledTable {
  std::string title;
  Table table;
};

// Tables that would be empty (copies, where nothing is copied) are left out.
std::vector<TitledTable> bench_tables(const BenchResult& result);

}  // namespace graphrun
