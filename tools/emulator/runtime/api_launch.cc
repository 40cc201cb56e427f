// Launching kernels.
#include <vector>

#include "runtime/api_stream_call.h"
#include "runtime/launch.h"
#include "runtime/launch_attributes.h"
#include "runtime/work.h"

namespace gtl::runtime {
namespace {

/// What `<<<grid, block, shared, stream>>>` keeps for the stub that nvcc generated.
struct CallConfiguration {
  AbiDim3 grid, block;
  size_t shared_bytes;
  void* stream;
};

std::vector<CallConfiguration>& call_configurations() {
  static thread_local std::vector<CallConfiguration> stack;
  return stack;
}

CudaError launch(const char* call, const void* handle, LaunchRequest request, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& in) {
    request.kernel = context.registry.find_kernel(handle);
    if (request.kernel == nullptr) {
      return refuse(call, CudaError::InvalidDeviceFunction, "this is no kernel of the program");
    }
    const CudaError error = check_stream(context, in);
    if (error != CudaError::Success) return error;
    return in.capture != nullptr ? capture_launch(context, in, handle, request)
                                 : launch_kernel(context, request);
  });
}

}  // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(AbiDim3 grid, AbiDim3 block, size_t shared_bytes,
                                     void* stream) {
  call_configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}

CudaError __cudaPopCallConfiguration(AbiDim3* grid, AbiDim3* block, size_t* shared_bytes,
                                     void* stream) {
  auto& stack = call_configurations();
  if (stack.empty()) return remember(CudaError::MissingConfiguration);
  *grid = stack.back().grid;
  *block = stack.back().block;
  *shared_bytes = stack.back().shared_bytes;
  *static_cast<void**>(stream) = stack.back().stream;
  stack.pop_back();
  return CudaError::Success;
}

CudaError __cudaLaunchKernel(void* kernel, AbiDim3 grid, AbiDim3 block, void** arguments,
                             size_t shared_bytes, void* stream) {
  return launch(
      "cudaLaunchKernel", kernel,
      {.grid = grid, .block = block, .arguments = arguments, .dynamic_shared_bytes = shared_bytes},
      stream);
}
CudaError __cudaLaunchKernel_ptsz(void*, AbiDim3, AbiDim3, void**, size_t, void*)
    __attribute__((alias("__cudaLaunchKernel")));

CudaError cudaLaunchKernel(const void* function, AbiDim3 grid, AbiDim3 block, void** arguments,
                           size_t shared_bytes, void* stream) {
  return __cudaLaunchKernel(const_cast<void*>(function), grid, block, arguments, shared_bytes,
                            stream);
}
CudaError cudaLaunchKernel_ptsz(const void*, AbiDim3, AbiDim3, void**, size_t, void*)
    __attribute__((alias("cudaLaunchKernel")));

CudaError cudaLaunchCooperativeKernel(const void* function, AbiDim3 grid, AbiDim3 block,
                                      void** arguments, size_t shared_bytes, void* stream) {
  return launch("cudaLaunchCooperativeKernel", function,
                {.grid = grid,
                 .block = block,
                 .arguments = arguments,
                 .dynamic_shared_bytes = shared_bytes,
                 .is_cooperative = true},
                stream);
}
CudaError cudaLaunchCooperativeKernel_ptsz(const void*, AbiDim3, AbiDim3, void**, size_t, void*)
    __attribute__((alias("cudaLaunchCooperativeKernel")));

CudaError cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* function,
                              void** arguments) {
  if (configuration == nullptr) return remember(CudaError::InvalidValue);
  LaunchRequest request{.grid = configuration->gridDim,
                        .block = configuration->blockDim,
                        .arguments = arguments,
                        .dynamic_shared_bytes = configuration->dynamicSmemBytes};
  const CudaError error = apply_launch_attributes(*configuration, request);
  if (error != CudaError::Success) return remember(error);
  return launch("cudaLaunchKernelExC", function, request, configuration->stream);
}
CudaError cudaLaunchKernelExC_ptsz(const LaunchConfiguration*, const void*, void**)
    __attribute__((alias("cudaLaunchKernelExC")));
}

}  // namespace gtl::runtime
