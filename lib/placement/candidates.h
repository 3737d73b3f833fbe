// Which devices a node, or the nodes that must share one, could be on, best first, and why each
// other device could not.

#pragma once

#include <span>
#include <vector>

#include "placement/colocation_groups.h"
#include "placement/placement.h"

namespace graphrun {

// What is asked of a device.
struct Demand {
  DeviceSpec requested;
  DeviceSpec resource;  // see ColocationGroups::Group
  SupportedTypes types;
  // Of the node alone, where it is tied to others: they tell whose fault a refusal is.
  DeviceSpec own_request;
  SupportedTypes own_types;
};

class CandidateFinder {
 public:
  CandidateFinder(std::span<const DeviceName> devices, bool soft);

  struct Found {
    Candidates candidates;          // best_first is empty: there is none
    bool changed_resource = false;  // soft placement had to move a variable
  };
  Found find(const Demand& demand) const;

  // Whether any device is what `spec` asks for, kernel or not.
  bool exists(const DeviceSpec& spec) const;

 private:
  std::vector<DeviceIndex> matching(const DeviceSpec& spec, const SupportedTypes& types) const;
  RefusalReason reason(DeviceIndex device, const Demand& demand) const;

  std::span<const DeviceName> devices_;
  std::vector<std::uint32_t> text_rank_;  // of each device's full name
  bool soft_;
};

}  // namespace graphrun
