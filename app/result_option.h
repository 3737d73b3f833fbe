// What becomes of results beside being printed: --save, --compare.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/host_tensor.h"
#include "model/model.h"

namespace CLI {
class App;
}

namespace graphrun {

struct ResultOption {
  std::vector<std::string> saves;        // "sum=sum.npy"
  std::vector<std::string> comparisons;  // "sum=expected.npy"
  double relative_tolerance = 1e-5;
  double absolute_tolerance = 1e-8;

  void add_to(CLI::App& command);

  // The model's fetches, and behind them the tensors that are only saved or compared.
  // Throws Error(usage) for names that are not there.
  std::vector<Fetch> with_extra_fetches(const Model& model) const;

  // Throws Error(file), and Error(mismatch) when a comparison fails, after all have been made.
  void save_and_compare(std::span<const Fetch> fetches, std::span<const HostTensor> results) const;
};

}  // namespace graphrun
