#include "app/assignment.h"

#include <fmt/format.h>

#include "base/error.h"

namespace graphrun {

Assignment split_assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(ExitStatus::usage, fmt::format("{} {}: expected name=value", option, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<Fetch> find_named(const Model& model, const std::string& said_by,
                              const std::string& name) {
  try {
    return find_fetch(model, name);
  } catch (const LookupFault& fault) {
    throw Error(ExitStatus::usage, fmt::format("{}: {}{}{}", said_by, fault.what,
                                               fault.note.empty() ? "" : "; ", fault.note));
  }
}

}  // namespace graphrun
