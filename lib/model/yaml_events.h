// From YAML text to the values it holds. yaml_events.cc is the only file that knows yaml-cpp.

#pragma once

#include "base/source_text.h"
#include "model/document_builder.h"

namespace graphrun {

// Hands the values of the one document in `source` to `builder`. Throws Error(invalid) for what is
// not YAML. REQUIRES: the text is UTF-8 without NUL bytes.
void read_yaml(const SourceText& source, DocumentBuilder& builder);

}  // namespace graphrun
