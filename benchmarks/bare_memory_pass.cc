// One pass over the memory: reads an array of floats, adds one, writes another, on all cores. What a
// chain of element-wise ops can reach.
//
//   bare_memory_pass MIB RUNS      prints the milliseconds of each run

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const long elements = std::atol(argv[1]) * (1024 * 1024 / static_cast<long>(sizeof(float)));
  const int runs = std::atoi(argv[2]);
  const std::vector<float> from(static_cast<std::size_t>(elements), 1.0F);
  std::vector<float> to(static_cast<std::size_t>(elements));
  const float* x = from.data();
  float* y = to.data();
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
#pragma omp parallel for schedule(static)
    for (long i = 0; i < elements; ++i) y[i] = x[i] + 1.0F;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("%.3f\n", took.count());
  }
  return 0;
}
