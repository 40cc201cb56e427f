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
  AbiDim3 cluster{0, 0, 0};  ///< As the launch's attribute asks for it; zero without one.
  AbiDim3 preferred_cluster{0, 0, 0};
  bool is_cooperative = false;  ///< All blocks must be resident at once: grid.sync().
};

}  // namespace gtl::runtime
