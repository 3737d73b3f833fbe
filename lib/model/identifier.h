// Names that a file declares: of ops, their attributes and arguments.

#pragma once

#include <string_view>

#include "model/document_reader.h"

namespace graphrun {

// False, with a complaint "'3d' is not <what>", where the scalar is not a letter followed by
// letters, digits and '_'.
bool expect_identifier(DocumentReader& reader, ValueId at, std::string_view what);

}  // namespace graphrun
