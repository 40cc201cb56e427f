// What a kernel launch asks for.
#pragma once

#include <cstddef>

#include "runtime/abi.h"
#include "runtime/registry.h"

namespace gtl::runtime {

struct LaunchRequest {
  Kernel* kernel = nullptr;
  AbiDim3 grid{}, block{};
  void** arguments = nullptr;  ///< One pointer a parameter.
  size_t dynamic_shared_bytes = 0;
};

}  // namespace gtl::runtime
