#include "runtime/device_view.h"

#include "runtime/allocation.h"

namespace gtl::runtime {
bool is_visible(const Context& context, const memory::Allocation& allocation) {
  using memory::Kind;
  if (allocation.kind == Kind::Managed || allocation.kind == Kind::PinnedHost) return true;
  const int current = current_device(), owner = device_of(context, allocation);
  if (owner == current) return true;
  const auto info = context.allocations.find(allocation.address);
  // Memory of a pool follows the pool's access, not cudaDeviceEnablePeerAccess.
  if (info != context.allocations.end() && info->second.pool != nullptr) {
    const auto access = info->second.pool->access.find(current);
    return access != info->second.pool->access.end() && access->second != kAccessNone;
  }
  return context.devices[static_cast<size_t>(current)].peers.contains(owner);
}

std::unique_ptr<memory::Memory> make_device_view(Context& context) {
  std::unique_ptr<memory::Memory> view;
  if (context.devices.size() == 1) return view;
  view = std::make_unique<memory::Memory>();
  for (const memory::Allocation* allocation : context.memory.live()) {
    if (is_visible(context, *allocation)) view->share(*allocation);
  }
  return view;
}

}  // namespace gtl::runtime
