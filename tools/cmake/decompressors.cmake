# gtl_zstd and gtl_lz4: the two libraries that unpack the PTX which nvcc compressed into a program. tools/book set-up
# lays their sources into .book/src/ (tools/requirements/sources.in). The targets are missing when the sources are.
set(sources ${PROJECT_SOURCE_DIR}/.book/src)
if(NOT EXISTS ${sources}/zstd/zstd.c OR NOT EXISTS ${sources}/lz4/lz4.c)
  message(WARNING "The sources of zstd and LZ4 are not in ${sources}, so the emulator (build/bin/emulate, "
    "build/lib/libcudart.so.13) is left out; the lessons are built for the GPU alone. `tools/book build` fetches them.")
  return()
endif()

foreach(library zstd lz4)
  add_library(gtl_${library} STATIC ${sources}/${library}/${library}.c)
  target_include_directories(gtl_${library} SYSTEM PUBLIC ${sources}/${library})
  # A program may bring its own copy, so a shared library that links ours in must not show it.
  target_link_options(gtl_${library} INTERFACE LINKER:--exclude-libs,libgtl_${library}.a)
endforeach()
target_compile_definitions(gtl_zstd PRIVATE ZSTD_LEGACY_SUPPORT=0)
