// Managed memory: allocation, and the advice that moves its pages on a GPU. Here host and device
// share them, so that advice is checked, remembered and told again, and nothing moves.
#include <algorithm>
#include <cstring>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

constexpr int kNowhere = -2;  // cudaInvalidDeviceId
constexpr int kHost = -1;     // cudaCpuDeviceId

enum class Advice : int {  // cudaMemoryAdvise
  SetReadMostly = 1,
  UnsetReadMostly = 2,
  SetPreferredLocation = 3,
  UnsetPreferredLocation = 4,
  SetAccessedBy = 5,
  UnsetAccessedBy = 6,
};

enum class RangeAttribute : int {  // cudaMemRangeAttribute
  ReadMostly = 1,
  PreferredLocation = 2,
  AccessedBy = 3,
  LastPrefetchLocation = 4,
  PreferredLocationType = 5,
  PreferredLocationId = 6,
  LastPrefetchLocationType = 7,
  LastPrefetchLocationId = 8,
};

/// The device of a location, kHost, or nothing when there is no such place.
bool place_of(const Context& context, const MemLocation& location, int& place) {
  const bool is_device = location.type == kLocationDevice && location.id >= 0 &&
                         static_cast<size_t>(location.id) < context.devices.size();
  const bool is_host = location.type == kLocationHost || location.type == kLocationHostNuma ||
                       location.type == kLocationHostNumaCurrent;
  place = is_device ? location.id : kHost;
  return is_device || is_host;
}

/// The pages of managed memory that a range touches; null when it is none.
std::map<uint64_t, PageAdvice>* find_pages(Context& context, const void* pointer, size_t size) {
  const Allocation* allocation = context.memory.find(address_of(pointer));
  const bool is_managed = allocation != nullptr && allocation->kind == Kind::Managed && size != 0 &&
                          context.memory.host_bytes(address_of(pointer), size) != nullptr;
  return is_managed ? &context.allocations[allocation->address].advice : nullptr;
}

constexpr uint64_t kPage = 4096;

template <class Change>
void each_page(std::map<uint64_t, PageAdvice>& pages, const void* pointer, size_t size,
               Change change) {
  const uint64_t first = address_of(pointer) / kPage,
                 last = (address_of(pointer) + size - 1) / kPage;
  for (uint64_t page = first; page <= last; ++page) change(pages[page]);
}

CudaError advise(const void* pointer, size_t size, Advice advice, MemLocation location) {
  return api_call([&](Context& context) {
    auto* pages = find_pages(context, pointer, size);
    int place = kNowhere;
    const bool needs_place = advice == Advice::SetPreferredLocation ||
                             advice == Advice::SetAccessedBy || advice == Advice::UnsetAccessedBy;
    if (pages == nullptr || (!place_of(context, location, place) && needs_place) ||
        advice < Advice::SetReadMostly || advice > Advice::UnsetAccessedBy) {
      return CudaError::InvalidValue;
    }
    each_page(*pages, pointer, size, [&](PageAdvice& page) {
      switch (advice) {
        case Advice::SetReadMostly:
        case Advice::UnsetReadMostly:
          page.is_read_mostly = advice == Advice::SetReadMostly;
          break;
        case Advice::SetPreferredLocation:
          page.preferred = place;
          break;
        case Advice::UnsetPreferredLocation:
          page.preferred = kNowhere;
          break;
        case Advice::SetAccessedBy:
          page.accessed_by.insert(place);
          break;
        case Advice::UnsetAccessedBy:
          page.accessed_by.erase(place);
          break;
      }
    });
    return CudaError::Success;
  });
}

/// The value that all pages of a range share, or `otherwise`.
template <class Read>
int common(std::map<uint64_t, PageAdvice>& pages, const void* pointer, size_t size, int otherwise,
           Read read) {
  bool is_first = true;
  int result = otherwise;
  each_page(pages, pointer, size, [&](PageAdvice& page) {
    const int value = read(page);
    result = is_first || value == result ? value : otherwise;
    is_first = false;
  });
  return result;
}

int type_of_place(int place) {
  return place == kNowhere ? kLocationInvalid : place == kHost ? kLocationHost : kLocationDevice;
}

CudaError range_attribute(Context& context, void* data, size_t bytes, RangeAttribute attribute,
                          const void* pointer, size_t size) {
  auto* pages = find_pages(context, pointer, size);
  if (data == nullptr || pages == nullptr) return CudaError::InvalidValue;
  auto* out = static_cast<int*>(data);
  const auto preferred = [](const PageAdvice& page) { return page.preferred; };
  const auto prefetched = [](const PageAdvice& page) { return page.prefetched; };
  if (attribute == RangeAttribute::AccessedBy) {
    if (bytes == 0 || bytes % sizeof(int) != 0) return CudaError::InvalidValue;
    std::vector<int> devices;
    std::set<int> all = (*pages)[address_of(pointer) / kPage].accessed_by;
    each_page(*pages, pointer, size, [&](const PageAdvice& page) {
      std::erase_if(all, [&](int device) { return !page.accessed_by.contains(device); });
    });
    devices.assign(all.begin(), all.end());
    for (size_t i = 0; i < bytes / sizeof(int); ++i) {
      out[i] = i < devices.size() ? devices[i] : kNowhere;
    }
    return CudaError::Success;
  }
  if (bytes != sizeof(int)) return CudaError::InvalidValue;
  switch (attribute) {
    case RangeAttribute::ReadMostly:
      *out = common(*pages, pointer, size, 0,
                    [](const PageAdvice& page) { return page.is_read_mostly ? 1 : 0; });
      return CudaError::Success;
    case RangeAttribute::PreferredLocation:
    case RangeAttribute::PreferredLocationId:
      *out = common(*pages, pointer, size, kNowhere, preferred);
      return CudaError::Success;
    case RangeAttribute::PreferredLocationType:
      *out = type_of_place(common(*pages, pointer, size, kNowhere, preferred));
      return CudaError::Success;
    case RangeAttribute::LastPrefetchLocation:
    case RangeAttribute::LastPrefetchLocationId:
      *out = common(*pages, pointer, size, kNowhere, prefetched);
      return CudaError::Success;
    case RangeAttribute::LastPrefetchLocationType:
      *out = type_of_place(common(*pages, pointer, size, kNowhere, prefetched));
      return CudaError::Success;
    case RangeAttribute::AccessedBy:
      break;
  }
  return CudaError::InvalidValue;
}

}  // namespace

extern "C" {

CudaError cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
  constexpr unsigned int kGlobal = 1, kAttachedToHost = 2;
  return unsafe_call([&](Context& context) {
    if (flags != kGlobal && flags != kAttachedToHost) return CudaError::InvalidValue;
    return allocate(context, "cudaMallocManaged", pointer, size, Kind::Managed, {});
  });
}

CudaError cudaMemAdvise(const void* pointer, size_t size, Advice advice, MemLocation location) {
  return advise(pointer, size, advice, location);
}

CudaError cudaMemPrefetchAsync(const void* pointer, size_t size, MemLocation location,
                               unsigned int flags, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = refuse_in_capture(known);
    if (error != CudaError::Success) return error;
    auto* pages = find_pages(context, pointer, size);
    int place = kNowhere;
    if (pages == nullptr || flags != 0) return CudaError::InvalidValue;
    if (!place_of(context, location, place)) {
      return location.type == kLocationDevice ? CudaError::InvalidDevice : CudaError::InvalidValue;
    }
    each_page(*pages, pointer, size, [&](PageAdvice& page) { page.prefetched = place; });
    return CudaError::Success;
  });
}
CudaError cudaMemPrefetchAsync_ptsz(const void*, size_t, MemLocation, unsigned int, void*)
    __attribute__((alias("cudaMemPrefetchAsync")));

CudaError cudaMemRangeGetAttribute(void* data, size_t bytes, RangeAttribute attribute,
                                   const void* pointer, size_t size) {
  return api_call([&](Context& context) {
    return range_attribute(context, data, bytes, attribute, pointer, size);
  });
}

CudaError cudaMemRangeGetAttributes(void** data, size_t* bytes, const RangeAttribute* attributes,
                                    size_t count, const void* pointer, size_t size) {
  return api_call([&](Context& context) {
    if (data == nullptr || bytes == nullptr || attributes == nullptr || count == 0) {
      return CudaError::InvalidValue;
    }
    for (size_t i = 0; i < count; ++i) {
      const CudaError error =
          range_attribute(context, data[i], bytes[i], attributes[i], pointer, size);
      if (error != CudaError::Success) return error;
    }
    return CudaError::Success;
  });
}

CudaError cudaStreamAttachMemAsync(void* stream, void* pointer, size_t, unsigned int flags) {
  constexpr unsigned int kGlobal = 1, kToHost = 2, kSingle = 4;
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = refuse_in_capture(known);
    if (error != CudaError::Success) return error;
    const Allocation* allocation = context.memory.find(address_of(pointer));
    const bool is_managed = allocation != nullptr && allocation->kind == Kind::Managed;
    const bool is_known = flags == kGlobal || flags == kToHost || flags == kSingle;
    return is_managed && is_known ? CudaError::Success : CudaError::InvalidValue;
  });
}
CudaError cudaStreamAttachMemAsync_ptsz(void*, void*, size_t, unsigned int)
    __attribute__((alias("cudaStreamAttachMemAsync")));
}

}  // namespace gtl::runtime
