// What the nodes that share a device ask for together. Groups that ask for the same have one
// number, so that uniting a million nodes is arithmetic on numbers.

#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>

#include "base/device_name.h"
#include "placement/supported_types.h"

namespace graphrun {

struct GroupDemand {
  DeviceSpec requested;  // specialises `resource`
  DeviceSpec resource;   // what variables ask for: soft placement changes it only at last
  SupportedTypes types;
  bool let_go = false;  // members ask for different types or ids, and soft placement dropped them

  friend auto operator<=>(const GroupDemand&, const GroupDemand&) = default;
};

class GroupDemands {
 public:
  explicit GroupDemands(bool soft) : soft_(soft) {}

  std::uint32_t number(const GroupDemand& demand);
  const GroupDemand& operator[](std::uint32_t number) const { return demands_[number]; }

  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Together {
    std::uint32_t demand = kNone;  // kNone: it cannot be
    std::string problem;           // of the requests; empty: there is no device type for both
  };
  // What two groups ask for together, the second merged into the first. Valid until the next call.
  const Together& together(std::uint32_t into, std::uint32_t from);

 private:
  Together merged(const GroupDemand& into, const GroupDemand& from);

  bool soft_;
  std::deque<GroupDemand> demands_;
  std::map<GroupDemand, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, Together> known_;
};

}  // namespace graphrun
