// The layouts in runtime/abi_graph.h, beside the toolkit's own where there is one.
#include "runtime/abi_graph.h"

#include "doctest/doctest.h"

using namespace gtl::runtime;

TEST_CASE("sizes_are_those_of_cuda_13_0") {
  CHECK(sizeof(KernelNodeParams) == 56);
  CHECK(sizeof(MemsetParams) == 40);
  CHECK(sizeof(MemPoolProperties) == 88);
  CHECK(sizeof(MemAllocNodeParams) == 120);
  CHECK(sizeof(GraphNodeParams) == 256);
}

#ifdef GTL_HAS_CUDA_TOOLKIT
#include <cuda_runtime_api.h>

#define SAME_PLACE(ours, theirs, field)                    \
  CHECK(offsetof(ours, field) == offsetof(theirs, field)); \
  CHECK(sizeof(ours::field) == sizeof(theirs::field))

TEST_CASE("structures_lie_as_the_toolkit_lays_them") {
  CHECK(sizeof(KernelNodeParams) == sizeof(cudaKernelNodeParams));
  SAME_PLACE(KernelNodeParams, cudaKernelNodeParams, sharedMemBytes);
  SAME_PLACE(KernelNodeParams, cudaKernelNodeParams, extra);
  CHECK(sizeof(MemsetParams) == sizeof(cudaMemsetParams));
  SAME_PLACE(MemsetParams, cudaMemsetParams, elementSize);
  SAME_PLACE(MemsetParams, cudaMemsetParams, height);
  CHECK(sizeof(MemPoolProperties) == sizeof(cudaMemPoolProps));
  SAME_PLACE(MemPoolProperties, cudaMemPoolProps, maxSize);
  CHECK(sizeof(MemAllocNodeParams) == sizeof(cudaMemAllocNodeParams));
  SAME_PLACE(MemAllocNodeParams, cudaMemAllocNodeParams, bytesize);
  SAME_PLACE(MemAllocNodeParams, cudaMemAllocNodeParams, dptr);
  CHECK(sizeof(GraphNodeParams) == sizeof(cudaGraphNodeParams));
  SAME_PLACE(GraphNodeParams, cudaGraphNodeParams, kernel);
  SAME_PLACE(GraphNodeParams, cudaGraphNodeParams, alloc);
  CHECK(sizeof(GraphEdgeData) == sizeof(cudaGraphEdgeData));
  CHECK(sizeof(InstantiateParams) == sizeof(cudaGraphInstantiateParams));
  SAME_PLACE(InstantiateParams, cudaGraphInstantiateParams, result_out);
  CHECK(sizeof(ExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo));
  SAME_PLACE(ExecUpdateResultInfo, cudaGraphExecUpdateResultInfo, errorFromNode);
}

TEST_CASE("numbers_are_the_toolkits") {
  CHECK(static_cast<int>(NodeType::MemFree) == cudaGraphNodeTypeMemFree);
  CHECK(static_cast<int>(NodeType::Conditional) == cudaGraphNodeTypeConditional);
  CHECK(static_cast<int>(CaptureStatus::Invalidated) == cudaStreamCaptureStatusInvalidated);
  CHECK(static_cast<int>(CaptureMode::Relaxed) == cudaStreamCaptureModeRelaxed);
  CHECK(static_cast<int>(ExecUpdateResult::AttributesChanged) ==
        cudaGraphExecUpdateErrorAttributesChanged);
  CHECK(kAutoFreeOnLaunch == cudaGraphInstantiateFlagAutoFreeOnLaunch);
  CHECK(kUseNodePriority == cudaGraphInstantiateFlagUseNodePriority);
  CHECK(kLocationHost == cudaMemLocationTypeHost);
  CHECK(kAccessReadWrite == cudaMemAccessFlagsProtReadWrite);
}
#endif
