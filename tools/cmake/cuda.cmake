# Enables CUDA where there is a compiler: $CUDACXX, else the one tools/book set up in .book/, else PATH, else
# /usr/local/cuda. Without one the lessons are left out; the emulator does not need it.
set(GTL_CUDA_MINIMUM 13.0)

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  file(GLOB wheel_bin ${PROJECT_SOURCE_DIR}/.book/venv/lib/python3.*/site-packages/nvidia/cu13/bin)
  find_program(GTL_NVCC nvcc HINTS ${wheel_bin} PATHS /usr/local/cuda/bin NO_CACHE)
  if(NOT GTL_NVCC)
    message(WARNING "No CUDA compiler was found, so the lessons' programs are not built. "
      "`tools/book build` fetches one; or set CUDACXX to an nvcc ${GTL_CUDA_MINIMUM} or newer.")
    return()
  endif()
  set(CMAKE_CUDA_COMPILER ${GTL_NVCC})
endif()

# Turing is the oldest GPU that CUDA 13 compiles for: its PTX runs on every later GPU and on the emulator.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES "75-virtual;90")
endif()

enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS GTL_CUDA_MINIMUM)
  message(FATAL_ERROR "CUDA ${GTL_CUDA_MINIMUM} or newer is needed, and ${CMAKE_CUDA_COMPILER} is "
    "${CMAKE_CUDA_COMPILER_VERSION}. Set CUDACXX to a newer nvcc, or let `tools/book build` fetch one.")
endif()

# What nvcc compiles by default, so that each program compiles with a plain `nvcc FILE` as well.
set(CMAKE_CUDA_STANDARD 17)
# Shared, so that the emulator's libcudart.so.13 can take its place.
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
# The line table lets counters and findings name source lines; it does not change the code.
add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)

# A program finds the toolkit's libcudart by itself, and LD_LIBRARY_PATH goes before: DT_RUNPATH, not DT_RPATH.
get_filename_component(cuda_root ${CMAKE_CUDA_COMPILER} REALPATH)
get_filename_component(cuda_root ${cuda_root}/../.. ABSOLUTE)
list(APPEND CMAKE_BUILD_RPATH ${cuda_root}/lib64)
add_link_options(LINKER:--enable-new-dtags)
