#include "passes/pass.h"

#include <algorithm>
#include <array>

#include "passes/cleanup.h"
#include "passes/constant_folding.h"
#include "passes/fusion.h"
#include "passes/merging.h"
#include "passes/power_chains.h"
#include "passes/pruning.h"
#include "passes/transposed_products.h"

namespace graphrun {
namespace {

constexpr std::array kPasses = {
    Pass{.name = "prune", .summary = "leaves out what the fetches do not need", .run = prune},
    Pass{.name = "fold",
         .summary = "computes nodes whose inputs are all constants once, before the first run",
         .run = fold_constants},
    Pass{.name = "cleanup",
         .summary = "leaves out Identity, Cast, Reshape and Transpose where they do nothing",
         .run = clean_up},
    Pass{.name = "merge",
         .summary = "makes one of nodes that compute the same from the same on the same device",
         .run = merge_equal_nodes},
    Pass{.name = "transpose",
         .summary = "has products read their operands transposed instead of transposing them",
         .run = fold_transposes},
    Pass{.name = "power",
         .summary = "computes the powers of a matrix by squaring",
         .reassociates = true,
         .run = shorten_power_chains},
    Pass{.name = "fuse",
         .summary = "makes element-wise nodes that read one another one pass over the memory",
         .run = fuse_elementwise},
};

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

const Pass* find_pass(std::string_view name) {
  const auto* found = std::ranges::find(kPasses, name, &Pass::name);
  return found == kPasses.end() ? nullptr : found;
}

}  // namespace graphrun
