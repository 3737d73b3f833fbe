// From a dtype to a type that has its elements' size, for ops that move elements and never look
// into them.

#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "base/dtype.h"

namespace graphrun {

// An element of a number's or boolean's size. It may stand for an object of another type.
template <typename Word>
struct [[gnu::may_alias]] ElementBytes {
  Word word;
};

// Calls act(std::type_identity<E>{}), where E is copied as elements of `dtype` are.
template <typename Act>
void for_element_bytes(DType dtype, const Act& act) {
  if (is_string(dtype)) return act(std::type_identity<std::string>{});
  switch (bytes_per_element(dtype)) {
    case 1: return act(std::type_identity<ElementBytes<std::uint8_t>>{});
    case 2: return act(std::type_identity<ElementBytes<std::uint16_t>>{});
    case 4: return act(std::type_identity<ElementBytes<std::uint32_t>>{});
    default: return act(std::type_identity<ElementBytes<std::uint64_t>>{});
  }
}

}  // namespace graphrun
