// Blocks and tiles compute the same at every level of vectors that this machine has.

#include "kernels/blocks.h"

#include <cstring>
#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

// Neither operand may take the other's place; a sum and a product that must not become one.
struct Mixed {
  template <typename T>
  T operator()(T x, T y) const {
    return x * x - y;
  }
};

struct Positive {
  template <typename T>
  T operator()(T x) const {
    return x < T(0) ? T(0) : x;
  }
};

std::vector<VectorLevel> levels() {
  std::vector<VectorLevel> levels = {VectorLevel::plain};
  if (vector_level() >= VectorLevel::avx2) levels.push_back(VectorLevel::avx2);
  if (vector_level() >= VectorLevel::avx512) levels.push_back(VectorLevel::avx512);
  return levels;
}

template <typename T>
std::vector<T> numbers(std::size_t size, int seed) {
  std::vector<T> numbers(size);
  for (std::size_t i = 0; i < size; ++i) {
    numbers[i] =
        static_cast<T>((i * 7919 + static_cast<std::size_t>(seed) * 104729) % 1009) / T(37) - T(13);
  }
  return numbers;
}

constexpr std::size_t kElements = 512;  // whole tiles of every level and type

template <typename T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// Mixed applied by its blocks, with an operand that stands for all or not.
template <typename T>
std::vector<T> by_blocks(const BlockDef& def, std::int64_t x_step, std::int64_t y_step) {
  const std::vector<T> x = numbers<T>(kElements, 1);
  const std::vector<T> y = numbers<T>(kElements, 2);
  std::vector<T> z(kElements);
  def.run(x.data(), x_step, y.data(), y_step, z.data(), kElements - 3);  // not whole vectors
  return z;
}

template <typename T>
std::vector<T> by_tiles(const BlockDef& def, VectorLevel level, TileForm form, bool tile_is_x) {
  const std::vector<T> x = numbers<T>(kElements, 1);
  const std::vector<T> y = numbers<T>(kElements, 2);
  std::vector<T> z(kElements);
  const TileStep steps[] = {
      {def.tiles[static_cast<std::size_t>(form)], tile_is_x ? y.data() : x.data()},
      {tile_store(dtype_of<T>, level), z.data()}};
  run_tiles(dtype_of<T>, steps, tile_is_x ? x.data() : y.data(), kElements, level);
  return z;
}

template <typename T>
void check_levels(std::size_t type) {
  const std::vector<T> x = numbers<T>(kElements, 1);
  const std::vector<T> y = numbers<T>(kElements, 2);
  const auto expected = [&](const auto& of) {
    std::vector<T> z(kElements);
    for (std::size_t i = 0; i < kElements; ++i) z[i] = of(i);
    return z;
  };
  const Mixed mixed;
  const auto both = expected([&](std::size_t i) { return mixed(x[i], y[i]); });
  const auto one_y = expected([&](std::size_t i) { return mixed(x[i], y[0]); });
  const auto one_x = expected([&](std::size_t i) { return mixed(x[0], y[i]); });
  const auto twice = expected([&](std::size_t i) { return mixed(x[i], x[i]); });
  const auto positive = expected([&](std::size_t i) { return Positive()(x[i]); });
  const auto all_but_last = [](std::vector<T> z) {
    std::fill(z.end() - 3, z.end(), T(0));
    return z;
  };
  for (const VectorLevel level : levels()) {
    INFO("level " << static_cast<int>(level) << ", type " << type);
    const BlockDef def = binary_blocks<Mixed>(level)[type];
    CHECK(def.dtype == dtype_of<T>);
    CHECK(same(by_blocks<T>(def, 1, 1), all_but_last(both)));
    CHECK(same(by_blocks<T>(def, 1, 0), all_but_last(one_y)));
    CHECK(same(by_blocks<T>(def, 0, 1), all_but_last(one_x)));
    CHECK(same(by_tiles<T>(def, level, TileForm::tile_all, true), both));
    CHECK(same(by_tiles<T>(def, level, TileForm::all_tile, false), both));
    CHECK(same(by_tiles<T>(def, level, TileForm::tile_one, true), one_y));
    CHECK(same(by_tiles<T>(def, level, TileForm::one_tile, false), one_x));
    CHECK(same(by_tiles<T>(def, level, TileForm::tile_tile, true), twice));
    const BlockDef unary = unary_blocks<Positive>(level)[type];
    CHECK(same(by_blocks<T>(unary, 1, 1), all_but_last(positive)));
    CHECK(same(by_tiles<T>(unary, level, TileForm::tile, true), positive));
  }
}

TEST_CASE("every level of vectors computes the same, to the bit") {
  check_levels<float>(0);
  check_levels<double>(1);
}

TEST_CASE("a chain of steps is applied in turn, tile by tile") {
  for (const VectorLevel level : levels()) {
    const std::vector<float> x = numbers<float>(kElements, 3);
    const float two = 2;
    std::vector<float> z(kElements);
    const BlockDef mixed = binary_blocks<Mixed>(level)[0];
    const BlockDef positive = unary_blocks<Positive>(level)[0];
    const auto tile = [](const BlockDef& def, TileForm form) {
      return def.tiles[static_cast<std::size_t>(form)];
    };
    const TileStep steps[] = {{tile(mixed, TileForm::tile_one), &two},
                              {tile(positive, TileForm::tile), nullptr},
                              {tile(mixed, TileForm::all_tile), x.data()},
                              {tile_store(DType::float32, level), z.data()}};
    run_tiles(DType::float32, steps, x.data(), kElements, level);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kElements; ++i) {
      if (z[i] != Mixed()(x[i], Positive()(Mixed()(x[i], two)))) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

}  // namespace
}  // namespace graphrun
