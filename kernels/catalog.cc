#include "kernels/catalog.h"

namespace graphrun {

#define OP(name) void add_##name(OpCatalog& ops);
#include "kernels/ops.def"
#undef OP

OpCatalog make_catalog() {
  OpCatalog ops;
#define OP(name) add_##name(ops);
#include "kernels/ops.def"
#undef OP
  return ops;
}

}  // namespace graphrun
