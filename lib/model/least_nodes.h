// How many nodes a file makes at the least, as far as that can be told without expanding it, so
// that a loop of a billion turns is refused before the first.

#pragma once

#include "model/model_file.h"

namespace graphrun {

// Sets LoopEntry::least_nodes and FunctionDef::least_nodes. What depends on a `$` counts as
// nothing.
void count_least_nodes(ModelFile& file);

// a * b, or as large as numbers get.
std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b);

}  // namespace graphrun
