// The layouts in runtime/abi.h, beside the toolkit's own where there is one.
#include "runtime/abi.h"

#include "doctest/doctest.h"

using namespace gtl::runtime;

TEST_CASE("sizes_are_those_of_cuda_13_0") {
  CHECK(sizeof(DeviceProperties) == 1008);
  CHECK(sizeof(FunctionAttributes) == 144);
  CHECK(sizeof(PointerAttributes) == 88);
  CHECK(sizeof(LaunchAttribute) == 72);
  CHECK(sizeof(LaunchConfiguration) == 56);
  CHECK(sizeof(Copy3D) == 160);
}

#ifdef GTL_HAS_CUDA_TOOLKIT
#include <cuda_runtime_api.h>

#include <algorithm>

#define SAME_PLACE(ours, theirs, field)                    \
  CHECK(offsetof(ours, field) == offsetof(theirs, field)); \
  CHECK(sizeof(ours::field) == sizeof(theirs::field))

TEST_CASE("structures_lie_as_the_toolkit_lays_them") {
  CHECK(sizeof(DeviceProperties) == sizeof(cudaDeviceProp));
  SAME_PLACE(DeviceProperties, cudaDeviceProp, totalGlobalMem);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, maxThreadsDim);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, major);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, multiProcessorCount);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, maxSurfaceCubemapLayered);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, surfaceAlignment);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, memoryBusWidth);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, sharedMemPerMultiprocessor);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, cooperativeLaunch);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, sharedMemPerBlockOptin);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, reservedSharedMemPerBlock);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, memoryPoolsSupported);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, clusterLaunch);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, hostNumaId);
  SAME_PLACE(DeviceProperties, cudaDeviceProp, reserved);

  CHECK(sizeof(FunctionAttributes) == sizeof(cudaFuncAttributes));
  SAME_PLACE(FunctionAttributes, cudaFuncAttributes, maxThreadsPerBlock);
  SAME_PLACE(FunctionAttributes, cudaFuncAttributes, maxDynamicSharedSizeBytes);
  SAME_PLACE(FunctionAttributes, cudaFuncAttributes, nonPortableClusterSizeAllowed);

  CHECK(sizeof(PointerAttributes) == sizeof(cudaPointerAttributes));
  SAME_PLACE(PointerAttributes, cudaPointerAttributes, hostPointer);
  CHECK(sizeof(LaunchAttribute) == sizeof(cudaLaunchAttribute));
  SAME_PLACE(LaunchAttribute, cudaLaunchAttribute, val);
  CHECK(sizeof(LaunchConfiguration) == sizeof(cudaLaunchConfig_t));
  SAME_PLACE(LaunchConfiguration, cudaLaunchConfig_t, attrs);
  CHECK(sizeof(Copy3D) == sizeof(cudaMemcpy3DParms));
  SAME_PLACE(Copy3D, cudaMemcpy3DParms, dstPtr);
  SAME_PLACE(Copy3D, cudaMemcpy3DParms, kind);
  SAME_PLACE(PitchedPointer, cudaPitchedPtr, ysize);
}

TEST_CASE("numbers_are_the_toolkits") {
  CHECK(static_cast<int>(CudaError::InvalidValue) == cudaErrorInvalidValue);
  CHECK(static_cast<int>(CudaError::IllegalAddress) == cudaErrorIllegalAddress);
  CHECK(static_cast<int>(CudaError::MisalignedAddress) == cudaErrorMisalignedAddress);
  CHECK(static_cast<int>(CudaError::Assert) == cudaErrorAssert);
  CHECK(static_cast<int>(CudaError::NotSupported) == cudaErrorNotSupported);
  CHECK(static_cast<int>(CudaError::NoKernelImageForDevice) == cudaErrorNoKernelImageForDevice);
  CHECK(static_cast<int>(CopyKind::Default) == cudaMemcpyDefault);
  CHECK(static_cast<int>(MemoryType::Managed) == cudaMemoryTypeManaged);
  CHECK(static_cast<int>(FunctionAttribute::MaxDynamicSharedMemorySize) ==
        cudaFuncAttributeMaxDynamicSharedMemorySize);
  CHECK(static_cast<int>(LaunchAttributeId::ClusterDimension) ==
        cudaLaunchAttributeClusterDimension);
  CHECK(static_cast<int>(LaunchAttributeId::PreferredSharedMemoryCarveout) ==
        cudaLaunchAttributePreferredSharedMemoryCarveout);
  CHECK(static_cast<int>(FunctionAttribute::ClusterSchedulingPolicyPreference) ==
        cudaFuncAttributeClusterSchedulingPolicyPreference);
  CHECK(static_cast<int>(CudaError::InvalidClusterSize) == cudaErrorInvalidClusterSize);
  CHECK(static_cast<int>(CudaError::CooperativeLaunchTooLarge) ==
        cudaErrorCooperativeLaunchTooLarge);
  CHECK(kEventDisableTiming == cudaEventDisableTiming);
  CHECK(kRuntimeVersion == CUDART_VERSION / 1000 * 1000);
}
#endif
