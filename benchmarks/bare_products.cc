// A loop of products of square float32 matrices by oneDNN, and nothing else: what matpow can reach.
//
//   bare_products SIZE PRODUCTS RUNS      prints the milliseconds of each run

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dnnl.hpp>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const long size = std::atol(argv[1]);
  const int products = std::atoi(argv[2]);
  const int runs = std::atoi(argv[3]);

  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const dnnl::memory::desc matrix({size, size}, dnnl::memory::data_type::f32,
                                  dnnl::memory::dims{size, 1});
  const dnnl::memory a(matrix, engine);
  const dnnl::memory b(matrix, engine);
  const dnnl::memory c(matrix, engine);
  for (const dnnl::memory& memory : {a, b}) {
    auto* elements = static_cast<float*>(memory.get_data_handle());
    for (long i = 0; i < size * size; ++i) elements[i] = static_cast<float>(i % 1000) / 1000.0F;
  }
  const dnnl::matmul product(
      dnnl::matmul::primitive_desc(dnnl::matmul::desc(matrix, matrix, matrix), engine));
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < products; ++i) {
      product.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
      stream.wait();
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("%.3f\n", took.count());
  }
  return 0;
}
