#include "base/philox.h"

#include <array>
#include <cstdint>

#include "catch.h"

namespace graphrun {

namespace {

using Block = std::array<std::uint32_t, 4>;

Block block_at(const Block& counter, std::uint32_t key0, std::uint32_t key1) {
  Philox place;
  for (int i = 0; i < 4; ++i) place.counter[i] = counter[i];
  place.key[0] = key0;
  place.key[1] = key1;
  const PhiloxBlock block = place.block();
  return {block.words[0], block.words[1], block.words[2], block.words[3]};
}

Block counter_of(const Philox& place) {
  return {place.counter[0], place.counter[1], place.counter[2], place.counter[3]};
}

}  // namespace

TEST_CASE("Philox 4x32-10 gives the known answers of its authors' library") {
  // Random123, tests/kat_vectors: zeros, ones, and the digits of pi.
  CHECK(block_at({0, 0, 0, 0}, 0, 0) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  const std::uint32_t ones = 0xffffffff;
  CHECK(block_at({ones, ones, ones, ones}, ones, ones) ==
        Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(block_at({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0) ==
        Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("the first seed is the key, the second the upper half of the counter") {
  const Philox place(0x1111111122222222u, 0x3333333344444444u);
  CHECK(place.key[0] == 0x22222222);
  CHECK(place.key[1] == 0x11111111);
  CHECK(counter_of(place) == Block{0, 0, 0x44444444, 0x33333333});
}

TEST_CASE("skipping carries through the whole counter and wraps around") {
  Philox place(0, 0xffffffff);
  place.skip(0xffffffff);
  CHECK(counter_of(place) == Block{0xffffffff, 0, 0xffffffff, 0});
  place.skip(1);
  CHECK(counter_of(place) == Block{0, 1, 0xffffffff, 0});
  place.skip(0xfffffffeffffffffu);
  CHECK(counter_of(place) == Block{0xffffffff, 0xffffffff, 0xffffffff, 0});
  place.skip(2);
  CHECK(counter_of(place) == Block{1, 0, 0, 1});

  Philox last(0, ~std::uint64_t{0});
  last.skip(~std::uint64_t{0});
  last.skip(1);
  CHECK(counter_of(last) == Block{0, 0, 0, 0});
}

TEST_CASE("skipping at once or in steps ends at the same place") {
  Philox at_once(1, 2);
  Philox in_steps = at_once;
  at_once.skip(0x300000005u);
  for (int i = 0; i < 3; ++i) in_steps.skip(0x100000000u);
  in_steps.skip(5);
  CHECK(counter_of(at_once) == counter_of(in_steps));
}

TEST_CASE("unit numbers use the lowest bits and stay below 1") {
  CHECK(unit_float(0) == 0);
  CHECK(unit_float(0xff800000u) == 0);
  CHECK(unit_float(1) == 0x1p-23f);
  CHECK(unit_float(0xffffffffu) == 1 - 0x1p-23f);
  CHECK(unit_float16(0xfffffc00u) == 0);
  CHECK(unit_float16(0x3ffu) == 1 - 0x1p-10f);
  CHECK(unit_bfloat16(0xffffff80u) == 0);
  CHECK(unit_bfloat16(0x7fu) == 1 - 0x1p-7f);
  CHECK(unit_double(0xfff00000u, 0) == 0);
  CHECK(unit_double(0, 1) == 0x1p-52);
  CHECK(unit_double(0xffffffffu, 0xffffffffu) == 1 - 0x1p-52);
}

}  // namespace graphrun
