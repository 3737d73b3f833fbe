// Dtypes in files without substitutions.

#pragma once

#include <optional>
#include <string_view>

#include "graph/op_catalog.h"
#include "model/document_reader.h"

namespace graphrun {

// nullopt with a complaint, to which `hint` is added where the text is no dtype.
std::optional<DType> read_dtype(DocumentReader& reader, ValueId at, std::string_view hint = {});

// One, or a list of at least one. Empty with a complaint.
DTypes read_dtypes(DocumentReader& reader, ValueId at);

}  // namespace graphrun
