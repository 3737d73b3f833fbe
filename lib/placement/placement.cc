#include "placement/placement.h"

namespace graphrun {

std::string_view to_string(PlacementRule rule) {
  switch (rule) {
    case PlacementRule::requested: return "requested";
    case PlacementRule::best_device: return "best_device";
    case PlacementRule::follows_consumers: return "follows_consumers";
    case PlacementRule::follows_input: return "follows_input";
    case PlacementRule::colocated: return "colocated";
    case PlacementRule::reference: return "reference";
    case PlacementRule::soft_placement: return "soft_placement";
  }
  return "";
}

std::string_view to_string(RefusalReason reason) {
  switch (reason) {
    case RefusalReason::other_task: return "not the requested job, replica or task";
    case RefusalReason::other_type: return "not the requested type";
    case RefusalReason::other_id: return "not the requested id";
    case RefusalReason::no_kernel: return "no kernel for this op and its types";
    case RefusalReason::partner_no_kernel: return "no kernel for a node that shares its device";
    case RefusalReason::partner_elsewhere: return "a node that shares its device asks for another";
    case RefusalReason::not_first: return "another candidate comes first";
  }
  return "";
}

}  // namespace graphrun
