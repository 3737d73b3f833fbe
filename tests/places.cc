#include "places.h"

namespace graphrun {

std::string in_project(std::string_view path) { return SOURCE_DIR "/" + std::string(path); }

std::string program() { return PROGRAM; }

}  // namespace graphrun
