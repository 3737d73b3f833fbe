// A list of C++ element types, from which an op's row and its kernel are made, so that the kernel
// has code for what the row says and no other.

#pragma once

#include <cassert>
#include <type_traits>

#include "graph/op_catalog.h"

namespace graphrun {

template <typename... Ts>
struct TypeList {
  static constexpr DTypes kDTypes = {dtype_of<Ts>...};

  // Calls act(std::type_identity<T>{}) for the T whose dtype it is. REQUIRES: the list has it.
  template <typename Act>
  static void visit(DType dtype, const Act& act) {
    const bool found = ((dtype == dtype_of<Ts> && (act(std::type_identity<Ts>{}), true)) || ...);
    assert(found);
    static_cast<void>(found);
  }
};

// What values of T are compared, divided and rounded as: themselves, but the 16-bit floating point
// types as float. Where integers are to wrap around, see Arithmetic.
template <typename T>
using Operand =
    std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

}  // namespace graphrun
