// What all use of oneDNN shares. This header is for kernels alone: it brings oneDNN's own.

#pragma once

#include <dnnl.hpp>
#include <string>

#include "base/error.h"

namespace graphrun {

const dnnl::engine& onednn_engine();

// The calling thread's.
dnnl::stream& onednn_stream();

// A primitive's room to work in is given with each call (DNNL_ARG_SCRATCHPAD). Left to itself
// oneDNN takes it from the thread that made the primitive, and another thread that runs it crashes.
const dnnl::primitive_attr& onednn_attributes();

// The room that a primitive made with these attributes needs.
template <typename PrimitiveDesc>
dnnl::memory scratchpad_for(const PrimitiveDesc& primitive) {
  return {primitive.scratchpad_desc(), onednn_engine()};
}

// Calls act(); what oneDNN throws becomes an Error that says what it could not do.
template <typename Act>
void with_onednn(const char* what, const Act& act) {
  try {
    act();
  } catch (const dnnl::error& problem) {
    throw Error(ExitStatus::device, std::string("oneDNN cannot ") + what + ": " + problem.what());
  }
}

}  // namespace graphrun
