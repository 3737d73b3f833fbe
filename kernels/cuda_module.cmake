# The GPU module, graphrun_cuda.so: a library that the program opens while it runs, so that the
# program itself needs no CUDA. It has the floors it needs in it, and of kernels/ what its own files
# call; nobody sees them, since it exports its entry point alone.
file(GLOB cuda_sources CONFIGURE_DEPENDS
     ${CMAKE_CURRENT_SOURCE_DIR}/*.cu
     ${PROJECT_SOURCE_DIR}/lib/backends/cuda/*.cc ${PROJECT_SOURCE_DIR}/lib/backends/cuda/*.cu)
add_library(cuda_module MODULE cuda_module.cc ${cuda_sources})
set_target_properties(cuda_module PROPERTIES
  PREFIX "" OUTPUT_NAME graphrun_cuda SUFFIX .so
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/app
  INSTALL_RPATH "$ORIGIN;${CUDAToolkit_LIBRARY_DIR}")  # where cuBLAS is
target_link_libraries(cuda_module PRIVATE kernels CUDA::cudart_static CUDA::cublas graphrun_flags)
list(JOIN CMAKE_CUDA_ARCHITECTURES ", " architectures)
target_compile_definitions(cuda_module PRIVATE GRAPHRUN_CUDA_ARCHITECTURES="${architectures}")
# Flags that change what our arithmetic gives, --use_fast_math above all, are not for these files:
# base/box_muller.h counts on IEEE 754.
target_compile_options(cuda_module PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr --threads=1>)
# kernels/ links oneDNN, which nothing here calls: not needed, not loaded.
target_link_options(cuda_module PRIVATE
  -Wl,--as-needed -Wl,--no-undefined -Wl,--gc-sections
  -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/cuda_module.map)
set_property(TARGET cuda_module APPEND PROPERTY
  LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cuda_module.map)

include(GNUInstallDirs)
install(TARGETS cuda_module LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
