// Launching kernels.
#include <vector>

#include "runtime/api_stream_call.h"
#include "runtime/launch.h"
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

CudaError launch(const void* handle, AbiDim3 grid, AbiDim3 block, void** arguments,
                 size_t shared_bytes, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& in) {
    Kernel* kernel = context.registry.find_kernel(handle);
    if (kernel == nullptr) {
      return refuse("cudaLaunchKernel", CudaError::InvalidDeviceFunction,
                    "this is no kernel of the program");
    }
    const CudaError error = check_stream(context, in);
    if (error != CudaError::Success) return error;
    const LaunchRequest request{kernel, grid, block, arguments, shared_bytes};
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
  return launch(kernel, grid, block, arguments, shared_bytes, stream);
}
CudaError __cudaLaunchKernel_ptsz(void*, AbiDim3, AbiDim3, void**, size_t, void*)
    __attribute__((alias("__cudaLaunchKernel")));

CudaError cudaLaunchKernel(const void* function, AbiDim3 grid, AbiDim3 block, void** arguments,
                           size_t shared_bytes, void* stream) {
  return launch(function, grid, block, arguments, shared_bytes, stream);
}
CudaError cudaLaunchKernel_ptsz(const void*, AbiDim3, AbiDim3, void**, size_t, void*)
    __attribute__((alias("cudaLaunchKernel")));

CudaError cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* function,
                              void** arguments) {
  if (configuration == nullptr) return remember(CudaError::InvalidValue);
  for (unsigned int i = 0; i < configuration->numAttrs; ++i) {
    const LaunchAttribute& attribute = configuration->attrs[i];
    const bool is_cluster = attribute.id == LaunchAttributeId::ClusterDimension &&
                            uint64_t{attribute.val.clusterDim.x} * attribute.val.clusterDim.y *
                                    attribute.val.clusterDim.z !=
                                1;
    const bool is_cooperative =
        attribute.id == LaunchAttributeId::Cooperative && attribute.val.cooperative != 0;
    if (is_cluster || is_cooperative) {
      return remember(refuse("cudaLaunchKernelExC", CudaError::NotSupported,
                             is_cluster ? "the emulator has no thread block clusters yet"
                                        : "the emulator has no cooperative launches yet"));
    }
  }
  return launch(function, configuration->gridDim, configuration->blockDim, arguments,
                configuration->dynamicSmemBytes, configuration->stream);
}
CudaError cudaLaunchKernelExC_ptsz(const LaunchConfiguration*, const void*, void**)
    __attribute__((alias("cudaLaunchKernelExC")));
}

}  // namespace gtl::runtime
