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

CudaError cudaPeekAtLastError() { return last_error(); }

CudaError cudaGetLastError() {
  // Forgets a failed kernel's error, too: what stays is that the next call returns it again.
  const CudaError error = last_error();
  last_error() = CudaError::Success;
  return error;
}

const char* cudaGetErrorName(int error) { return error_name(error); }

const char* cudaGetErrorString(int error) { return error_description(error); }
}

}  // namespace gtl::runtime
