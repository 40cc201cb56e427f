// Error handling.
#include "runtime/api_call.h"
#include "runtime/error_names.h"

namespace gtl::runtime {

CudaError& last_error() {
  static thread_local CudaError error = CudaError::Success;
  return error;
}

CudaError remember(CudaError error) {
  if (error != CudaError::Success) last_error() = error;
  return error;
}

CudaError refuse(const char* call, CudaError error, const std::string& why) {
  explain(std::string(call) + ": " + why + " (" + error_name(static_cast<int>(error)) + ")");
  return error;
}

extern "C" {

CudaError cudaPeekAtLastError() {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  return context.is_fault_surfaced() ? context.fault() : last_error();
}

CudaError cudaGetLastError() {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  // The error of a failed kernel stays until the process ends, and is not known before a call that
  // waits.
  if (context.is_fault_surfaced()) return context.fault();
  const CudaError error = last_error();
  last_error() = CudaError::Success;
  return error;
}

const char* cudaGetErrorName(int error) { return error_name(error); }

const char* cudaGetErrorString(int error) { return error_description(error); }
}

}  // namespace gtl::runtime
