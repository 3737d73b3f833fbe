# The GPU module once more, for GPUs that are emulated on the CPU: tests/cuda/emulated/cuda_runtime.h
# says what for. Needs no CUDA. In a folder of its own lie what a machine with a GPU would have: the
# module beside the program, here the tests, and a driver.
set(emulated_folder ${CMAKE_CURRENT_BINARY_DIR}/emulated)
set(emulated_sources ${CMAKE_CURRENT_SOURCE_DIR}/cuda/emulated)
file(GLOB device_code CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/kernels/*.cu ${PROJECT_SOURCE_DIR}/lib/backends/cuda/*.cu)
file(GLOB host_code CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/lib/backends/cuda/*.cc ${emulated_sources}/emulated_*.cc)
set_source_files_properties(${device_code} PROPERTIES LANGUAGE CXX)

add_library(emulated_cuda_module MODULE
            ${PROJECT_SOURCE_DIR}/kernels/cuda_module.cc ${device_code} ${host_code})
set_target_properties(emulated_cuda_module PROPERTIES
  PREFIX "" OUTPUT_NAME graphrun_cuda SUFFIX .so LIBRARY_OUTPUT_DIRECTORY ${emulated_folder})
target_include_directories(emulated_cuda_module BEFORE PRIVATE ${emulated_sources})
target_compile_definitions(emulated_cuda_module PRIVATE GRAPHRUN_CUDA_ARCHITECTURES="emulation")
# nvcc includes the runtime by itself, and warns of what it compiles; GCC knows none of its pragmas.
target_compile_options(emulated_cuda_module PRIVATE
  -O1 -w -ffp-contract=off -include ${emulated_sources}/cuda_runtime.h)
target_link_libraries(emulated_cuda_module PRIVATE kernels)
target_link_options(emulated_cuda_module PRIVATE
  -Wl,--as-needed -Wl,--no-undefined
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/kernels/cuda_module.map)

# A driver that can be loaded, which is all that the program asks of it.
add_library(emulated_driver SHARED ${emulated_sources}/driver.cc)
set_target_properties(emulated_driver PROPERTIES
  OUTPUT_NAME cuda SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY ${emulated_folder})

add_dependencies(graphrun_tests emulated_cuda_module emulated_driver)
# A copy, since the module is looked for beside the file that is run, not beside a link to it.
add_custom_command(TARGET graphrun_tests POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy_if_different
  $<TARGET_FILE:graphrun_tests> ${emulated_folder}/graphrun_tests)
add_test(NAME "what needs a GPU, on emulated ones"
         COMMAND ${emulated_folder}/graphrun_tests "[gpu]")
set_tests_properties("what needs a GPU, on emulated ones" PROPERTIES
  ENVIRONMENT "LD_LIBRARY_PATH=${emulated_folder}" TIMEOUT 300
  FAIL_REGULAR_EXPRESSION "skipped;No test cases matched")
