// The ops of the project, as one catalogue.

#pragma once

#include "graph/op_catalog.h"

namespace graphrun {

OpCatalog make_catalog();

}  // namespace graphrun
