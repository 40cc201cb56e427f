#include "runtime/device_properties.h"

#include <algorithm>
#include <cstring>

#include "runtime/image_limits.h"

namespace gtl::runtime {

DeviceProperties device_properties() {
  DeviceProperties p{};
  std::strcpy(p.name, "Grid to Lane emulator (sm_90)");
  std::memcpy(p.uuid, "grid-block-warp\0", 16);
  p.totalGlobalMem = 150754820096;  // As cudaGetDeviceProperties reports on an H200.
  p.sharedMemPerBlock = kSharedPerBlock;
  p.regsPerBlock = 65536;
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = kMaxThreadsPerBlock;
  p.maxThreadsDim[0] = kMaxBlockX;
  p.maxThreadsDim[1] = kMaxBlockY;
  p.maxThreadsDim[2] = kMaxBlockZ;
  p.maxGridSize[0] = kMaxGridX;
  p.maxGridSize[1] = kMaxGridY;
  p.maxGridSize[2] = kMaxGridZ;
  p.totalConstMem = 65536;
  p.major = kArchitecture / 10;
  p.minor = kArchitecture % 10;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = kMultiprocessors;
  p.canMapHostMemory = 1;
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.ECCEnabled = 1;
  p.asyncEngineCount = 3;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = 6016;
  p.l2CacheSize = 62914560;
  p.maxThreadsPerMultiProcessor = kMaxThreadsPerMultiprocessor;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = kSharedPerMultiprocessor;
  p.regsPerMultiprocessor = 65536;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.clusterLaunch = 1;
  p.sharedMemPerBlockOptin = kSharedPerBlockOptin;
  p.maxBlocksPerMultiProcessor = kMaxBlocksPerMultiprocessor;
  p.reservedSharedMemPerBlock = kReservedSharedPerBlock;
  p.hostRegisterSupported = 1;
  p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.persistingL2CacheMaxSize = 39321600;
  p.accessPolicyMaxWindowSize = 134217728;
  p.deviceNumaId = -1;
  p.hostNumaId = 0;
  set_image_limits(p);
  return p;
}

std::optional<int> device_attribute(int attribute) {
  if (const std::optional<int> limit = image_limit(attribute)) return limit;
  const DeviceProperties p = device_properties();
  switch (attribute) {  // Numbers: enum cudaDeviceAttr.
    case 1:
      return p.maxThreadsPerBlock;
    case 2:
      return p.maxThreadsDim[0];
    case 3:
      return p.maxThreadsDim[1];
    case 4:
      return p.maxThreadsDim[2];
    case 5:
      return p.maxGridSize[0];
    case 6:
      return p.maxGridSize[1];
    case 7:
      return p.maxGridSize[2];
    case 8:
      return static_cast<int>(p.sharedMemPerBlock);
    case 9:
      return static_cast<int>(p.totalConstMem);
    case 10:
      return p.warpSize;
    case 11:
      return static_cast<int>(p.memPitch);
    case 12:
      return p.regsPerBlock;
    case 13:
      return 1980000;  // Clock in kHz: H200 data sheet, boost.
    case 14:
      return static_cast<int>(p.textureAlignment);
    case 15:
      return 1;  // Copies and kernels overlap.
    case 16:
      return p.multiProcessorCount;
    case 19:
      return p.canMapHostMemory;
    case 30:
      return static_cast<int>(p.surfaceAlignment);
    case 31:
      return p.concurrentKernels;
    case 32:
      return p.ECCEnabled;
    case 36:
      return 3201000;  // Memory clock in kHz: what nvidia-smi shows for HBM3e, 3201 MHz.
    case 37:
      return p.memoryBusWidth;
    case 38:
      return p.l2CacheSize;
    case 39:
      return p.maxThreadsPerMultiProcessor;
    case 40:
      return p.asyncEngineCount;
    case 41:
      return p.unifiedAddressing;
    case 51:
      return static_cast<int>(p.texturePitchAlignment);
    case 75:
      return p.major;
    case 76:
      return p.minor;
    case 78:
      return p.streamPrioritiesSupported;
    case 79:
      return p.globalL1CacheSupported;
    case 80:
      return p.localL1CacheSupported;
    case 81:
      return static_cast<int>(p.sharedMemPerMultiprocessor);
    case 82:
      return p.regsPerMultiprocessor;
    case 83:
      return p.managedMemory;
    case 87:
      return 2;  // fp32 to fp64 throughput of compute capability 9.0.
    case 89:
      return p.concurrentManagedAccess;
    case 90:
      return p.computePreemptionSupported;
    case 91:
      return p.canUseHostPointerForRegisteredMem;
    case 95:
      return p.cooperativeLaunch;
    case 97:
      return static_cast<int>(p.sharedMemPerBlockOptin);
    case 99:
      return p.hostRegisterSupported;
    case 106:
      return p.maxBlocksPerMultiProcessor;
    case 108:
      return p.persistingL2CacheMaxSize;
    case 109:
      return p.accessPolicyMaxWindowSize;
    case 111:
      return static_cast<int>(p.reservedSharedMemPerBlock);
    case 113:
      return p.hostRegisterReadOnlySupported;
    case 115:
      return p.memoryPoolsSupported;
    case 120:
      return p.clusterLaunch;
    case 131:
      return p.deviceNumaId;
    case 134:
      return p.hostNumaId;
    default:
      break;
  }
  constexpr int kLastAttribute = 147;
  if (attribute < 1 || attribute > kLastAttribute) return std::nullopt;
  return 0;  // Everything else asks for a feature that the emulator does not have.
}

}  // namespace gtl::runtime
