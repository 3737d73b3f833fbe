#include "kernels/dense/dense_algebra.h"

namespace graphrun {

extern const DenseAlgebra kDenseBaseline;
extern const DenseAlgebra kDenseAvx2;
extern const DenseAlgebra kDenseAvx512;

const DenseAlgebra& dense_algebra() {
#ifdef GRAPHRUN_DENSE_X86
  static const DenseAlgebra& best = [&]() -> const DenseAlgebra& {
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
      return kDenseAvx512;
    }
    return has_avx2 ? kDenseAvx2 : kDenseBaseline;
  }();
  return best;
#else
  return kDenseBaseline;
#endif
}

}  // namespace graphrun
