// Several devices: whose memory a device's kernels may use. All pairs can.
#include "runtime/api_call.h"

namespace gtl::runtime {
namespace {

enum class P2PAttribute : int {  // cudaDeviceP2PAttr
  PerformanceRank = 1,
  AccessSupported = 2,
  NativeAtomicSupported = 3,
  CudaArrayAccessSupported = 4,
  OnlyPartialNativeAtomicSupported = 5,
};

bool exists(const Context& context, int device) {
  return device >= 0 && static_cast<size_t>(device) < context.devices.size();
}

}  // namespace

extern "C" {

CudaError cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  return api_call([&](Context& context) {
    if (can_access == nullptr) return CudaError::InvalidValue;
    if (!exists(context, device) || !exists(context, peer)) return CudaError::InvalidDevice;
    *can_access = device != peer ? 1 : 0;
    return CudaError::Success;
  });
}

CudaError cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return api_call([&](Context& context) {
    if (!exists(context, peer)) return CudaError::InvalidDevice;
    if (flags != 0) return CudaError::InvalidValue;
    if (peer == current_device()) return CudaError::PeerAccessUnsupported;
    return context.device().peers.insert(peer).second ? CudaError::Success
                                                      : CudaError::PeerAccessAlreadyEnabled;
  });
}

CudaError cudaDeviceDisablePeerAccess(int peer) {
  return api_call([&](Context& context) {
    if (!exists(context, peer)) return CudaError::InvalidDevice;
    return context.device().peers.erase(peer) != 0 ? CudaError::Success
                                                   : CudaError::PeerAccessNotEnabled;
  });
}

CudaError cudaDeviceGetP2PAttribute(int* value, P2PAttribute attribute, int device, int peer) {
  return api_call([&](Context& context) {
    if (!exists(context, device) || !exists(context, peer) || device == peer) {
      return CudaError::InvalidDevice;
    }
    if (value == nullptr || attribute < P2PAttribute::PerformanceRank ||
        attribute > P2PAttribute::OnlyPartialNativeAtomicSupported) {
      return CudaError::InvalidValue;
    }
    const bool is_supported = attribute == P2PAttribute::AccessSupported ||
                              attribute == P2PAttribute::NativeAtomicSupported ||
                              attribute == P2PAttribute::CudaArrayAccessSupported;
    *value = is_supported ? 1 : 0;
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
