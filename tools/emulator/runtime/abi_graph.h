// The part of the runtime's binary interface that speaks of graphs: see abi.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"

namespace gtl::runtime {

using HostFunction = void (*)(void*);

enum class NodeType : int {  // cudaGraphNodeType
  Kernel = 0,
  Memcpy = 1,
  Memset = 2,
  Host = 3,
  Graph = 4,
  Empty = 5,
  WaitEvent = 6,
  EventRecord = 7,
  ExternalSignal = 8,
  ExternalWait = 9,
  MemAlloc = 10,
  MemFree = 11,
  Conditional = 13,
};

struct KernelNodeParams {  // cudaKernelNodeParams
  void* func;
  AbiDim3 gridDim;
  AbiDim3 blockDim;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
};

struct MemcpyNodeParams {  // cudaMemcpyNodeParams
  int flags;
  int reserved[3];
  Copy3D copyParams;
};

struct MemsetParams {  // cudaMemsetParams
  void* dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;  ///< In elements.
  size_t height;
};

struct HostNodeParams {  // cudaHostNodeParams
  HostFunction fn;
  void* userData;
};

struct MemLocation {  // cudaMemLocation
  int type;
  int id;
};
constexpr int kLocationInvalid = 0, kLocationDevice = 1, kLocationHost = 2, kLocationHostNuma = 3,
              kLocationHostNumaCurrent = 4;

struct MemAccessDescription {  // cudaMemAccessDesc
  MemLocation location;
  int flags;
};
constexpr int kAccessNone = 0, kAccessRead = 1, kAccessReadWrite = 3;

struct MemPoolProperties {  // cudaMemPoolProps
  int allocType;
  int handleTypes;
  MemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
constexpr int kAllocationPinned = 1;

struct MemAllocNodeParams {  // cudaMemAllocNodeParams
  MemPoolProperties poolProps;
  const MemAccessDescription* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void* dptr;
};

struct ChildGraphNodeParams {  // cudaChildGraphNodeParams
  void* graph;
  int ownership;
};

struct GraphNodeParams {  // cudaGraphNodeParams
  NodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    KernelNodeParams kernel;
    MemcpyNodeParams memcpy;
    MemsetParams memset;
    HostNodeParams host;
    ChildGraphNodeParams graph;
    void* event;
    MemAllocNodeParams alloc;
    void* free;
  };
  long long reserved2;
};

struct GraphEdgeData {  // cudaGraphEdgeData
  unsigned char from_port, to_port, type;
  unsigned char reserved[5];
};

enum class ExecUpdateResult : int {  // cudaGraphExecUpdateResult
  Success = 0,
  Error = 1,
  TopologyChanged = 2,
  NodeTypeChanged = 3,
  FunctionChanged = 4,
  ParametersChanged = 5,
  NotSupported = 6,
  UnsupportedFunctionChange = 7,
  AttributesChanged = 8,
};

struct ExecUpdateResultInfo {  // cudaGraphExecUpdateResultInfo
  ExecUpdateResult result;
  void* errorNode;
  void* errorFromNode;
};

struct InstantiateParams {  // cudaGraphInstantiateParams
  unsigned long long flags;
  void* uploadStream;
  void* errNode_out;
  int result_out;
};

/// cudaGraphInstantiateFlags
constexpr unsigned long long kAutoFreeOnLaunch = 1, kUploadOnInstantiate = 2, kDeviceLaunch = 4,
                             kUseNodePriority = 8;
/// cudaGraphInstantiateResult
constexpr int kInstantiateSuccess = 0, kInstantiateError = 1, kInstantiateInvalidStructure = 2;

enum class CaptureStatus : int { None = 0, Active = 1, Invalidated = 2 };
enum class CaptureMode : int { Global = 0, ThreadLocal = 1, Relaxed = 2 };

}  // namespace gtl::runtime
