// What every exported function does before and after its own work.
#pragma once

#include <new>
#include <string>

#include "runtime/abi.h"
#include "runtime/context.h"
#include "runtime/host_function.h"

namespace gtl::runtime {

/// `error`, remembered for cudaGetLastError.
CudaError remember(CudaError error);

/// An error code, and its reason for the reader.
CudaError refuse(const char* call, CudaError error, const std::string& why);

/// Runs the body of an API call under the lock. Once a kernel has failed, every call fails with its
/// error.
template <class Body>
CudaError api_call(Body body) {
  if (is_in_host_function()) return remember(CudaError::NotPermitted);
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  if (context.fault() != CudaError::Success) return remember(context.fault());
  try {
    return remember(body(context));
  } catch (const std::bad_alloc&) {
    return remember(CudaError::MemoryAllocation);
  }
}

/// As api_call, for calls that wait for the device: what kernels printed is shown.
template <class Body>
CudaError synchronizing_call(Body body) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  context.services.flush();
  return api_call(body);
}

}  // namespace gtl::runtime
