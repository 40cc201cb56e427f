// The part of the CUDA 13 runtime's binary interface that the library speaks: error codes, flags
// and the layouts of the structures that programs hand over. Declared here, and not taken from the
// toolkit's headers, so that the emulator builds on machines without CUDA;
// tests/emulator/runtime/abi_test.cc compares them with the toolkit's where there is one.
// Structures keep the field names that the CUDA documentation uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gtl::runtime {

/// cudaError_t. Only the codes that the emulator itself returns; error_names.cc knows all.
enum class CudaError : int {
  Success = 0,
  InvalidValue = 1,
  MemoryAllocation = 2,
  InitializationError = 3,
  InvalidConfiguration = 9,
  InvalidPitchValue = 12,
  InvalidSymbol = 13,
  InvalidChannelDescriptor = 20,
  InvalidMemcpyDirection = 21,
  InvalidFilterSetting = 26,
  InvalidNormSetting = 27,
  DevicesUnavailable = 46,
  MissingConfiguration = 52,
  InvalidDeviceFunction = 98,
  InvalidDevice = 101,
  InvalidKernelImage = 200,
  NoKernelImageForDevice = 209,
  UnsupportedLimit = 215,
  PeerAccessUnsupported = 217,
  InvalidPtx = 218,
  FileNotFound = 301,
  OperatingSystem = 304,
  InvalidResourceHandle = 400,
  IllegalState = 401,
  LossyQuery = 402,
  SymbolNotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  PeerAccessAlreadyEnabled = 704,
  PeerAccessNotEnabled = 705,
  Assert = 710,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  LaunchFailure = 719,
  CooperativeLaunchTooLarge = 720,
  NotPermitted = 800,
  NotSupported = 801,
  StreamCaptureUnsupported = 900,
  StreamCaptureInvalidated = 901,
  StreamCaptureMerge = 902,
  StreamCaptureUnmatched = 903,
  StreamCaptureUnjoined = 904,
  StreamCaptureIsolation = 905,
  StreamCaptureImplicit = 906,
  CapturedEvent = 907,
  StreamCaptureWrongThread = 908,
  GraphExecUpdateFailure = 910,
  InvalidClusterSize = 912,
};

constexpr int kRuntimeVersion = 13000;  ///< CUDA 13.0

struct AbiDim3 {
  unsigned int x, y, z;
};

enum class CopyKind : int {
  HostToHost = 0,
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3,
  Default = 4,
};

enum class MemoryType : int { Unregistered = 0, Host = 1, Device = 2, Managed = 3 };

struct PointerAttributes {  // cudaPointerAttributes
  MemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
  long reserved[8];
};

struct FunctionAttributes {  // cudaFuncAttributes
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
  int reserved[16];
};

/// cudaFuncAttribute and the members of cudaLaunchAttributeID that matter to a launch.
enum class FunctionAttribute : int {
  MaxDynamicSharedMemorySize = 8,
  PreferredSharedMemoryCarveout = 9,
  ClusterDimMustBeSet = 10,
  RequiredClusterWidth = 11,
  RequiredClusterHeight = 12,
  RequiredClusterDepth = 13,
  NonPortableClusterSizeAllowed = 14,
  ClusterSchedulingPolicyPreference = 15,
};
enum class LaunchAttributeId : int {
  Ignore = 0,
  AccessPolicyWindow = 1,
  Cooperative = 2,
  SynchronizationPolicy = 3,
  ClusterDimension = 4,
  ClusterSchedulingPolicyPreference = 5,
  ProgrammaticStreamSerialization = 6,
  ProgrammaticEvent = 7,
  Priority = 8,
  MemSyncDomainMap = 9,
  MemSyncDomain = 10,
  PreferredClusterDimension = 11,
  LaunchCompletionEvent = 12,
  DeviceUpdatableKernelNode = 13,
  PreferredSharedMemoryCarveout = 14,
  NvlinkUtilCentricScheduling = 16,
};
struct AccessPolicyWindow {  // cudaAccessPolicyWindow
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  int hitProp, missProp;
};

struct LaunchAttribute {  // cudaLaunchAttribute
  LaunchAttributeId id;
  char pad[4];
  union {
    char bytes[64];
    int cooperative;
    int priority;
    AbiDim3 clusterDim;
    void* event;  ///< Of programmaticEvent and launchCompletionEvent, which start with it.
  } val;
};

struct LaunchConfiguration {  // cudaLaunchConfig_t
  AbiDim3 gridDim;
  AbiDim3 blockDim;
  size_t dynamicSmemBytes;
  void* stream;
  LaunchAttribute* attrs;
  unsigned int numAttrs;
};

struct PitchedPointer {  // cudaPitchedPtr
  void* ptr;
  size_t pitch, xsize, ysize;
};

struct Extent {  // cudaExtent
  size_t width, height, depth;
};

struct Position {  // cudaPos
  size_t x, y, z;
};

struct Copy3D {  // cudaMemcpy3DParms
  void* srcArray;
  Position srcPos;
  PitchedPointer srcPtr;
  void* dstArray;
  Position dstPos;
  PitchedPointer dstPtr;
  Extent extent;
  CopyKind kind;
};

constexpr unsigned int kEventDisableTiming = 0x02;  ///< cudaEventDisableTiming

struct DeviceProperties {  // cudaDeviceProp
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID, pciDeviceID, pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int deviceNumaConfig;
  int deviceNumaId;
  int mpsEnabled;
  int hostNumaId;
  unsigned int gpuPciDeviceID;
  unsigned int gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported;
  int reserved[56];
};

}  // namespace gtl::runtime
