// Which devices a node, alone or with those that must share its device, could be on, best first,
// and why each other device could not.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "placement/group_demands.h"
#include "placement/placement.h"
#include "placement/supported_types.h"

namespace graphrun {

class CandidateFinder {
 public:
  CandidateFinder(std::span<const DeviceName> devices, bool soft);

  struct Found {
    Candidates candidates;          // best_first is empty: there is none
    bool changed_resource = false;  // soft placement had to move a variable
  };
  // For a node that alone asks for `own_request` and has kernels on `own_types`: they tell whose
  // fault a refusal is.
  Found find(const GroupDemand& group, const DeviceSpec& own_request,
             const SupportedTypes& own_types) const;

  // Whether any device is what `spec` asks for, kernel or not.
  bool exists(const DeviceSpec& spec) const;

 private:
  std::vector<DeviceIndex> matching(const DeviceSpec& spec, const SupportedTypes& types) const;

  std::span<const DeviceName> devices_;
  std::vector<std::uint32_t> text_rank_;  // of each device's full name
  bool soft_;
};

}  // namespace graphrun
