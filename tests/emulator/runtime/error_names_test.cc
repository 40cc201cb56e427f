#include "runtime/error_names.h"

#include <string>

#include "doctest/doctest.h"

using gtl::runtime::error_description;
using gtl::runtime::error_name;

TEST_CASE("errors_have_cudas_names_and_words") {
  CHECK(std::string(error_name(0)) == "cudaSuccess");
  CHECK(std::string(error_description(0)) == "no error");
  CHECK(std::string(error_name(1)) == "cudaErrorInvalidValue");
  CHECK(std::string(error_description(700)) == "an illegal memory access was encountered");
  CHECK(std::string(error_description(716)) == "misaligned address");
  CHECK(std::string(error_name(10)) == "unrecognized error code");
  CHECK(std::string(error_description(-1)) == "unrecognized error code");
}

#ifdef GTL_HAS_CUDA_TOOLKIT
#include <dlfcn.h>

TEST_CASE("every_number_reads_as_in_the_toolkits_own_library") {
  void* library = dlopen(GTL_CUDART, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    MESSAGE("skipped: the toolkit's libcudart.so.13 cannot be loaded: " << dlerror());
    return;
  }
  using Text = const char* (*)(int);
  const auto name = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorName"));
  const auto description = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorString"));
  REQUIRE((name != nullptr && description != nullptr));
  for (int code = -1; code <= 10001; ++code) {
    CAPTURE(code);
    CHECK(std::string(error_name(code)) == name(code));
    CHECK(std::string(error_description(code)) == description(code));
  }
}
#endif
