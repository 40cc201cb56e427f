#include "runtime/copy.h"

#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>

#include "checks/initcheck.h"
#include "runtime/address.h"
#include "runtime/api_call.h"
#include "runtime/array_copy.h"
#include "runtime/device_view.h"
#include "runtime/host_memory.h"

namespace gtl::runtime {
namespace {

std::string hex(const void* pointer) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address_of(pointer)));
  return text;
}

/// Where the bytes of one end of a copy lie in the host, or why they do not.
struct Place {
  std::byte* bytes = nullptr;
  std::string problem;
};

/// Whether a graph will have allocated these bytes when the copy is done.
bool is_graph_memory(const Context& context, uint64_t address, uint64_t size) {
  auto above = context.graph_memory.upper_bound(address);
  if (above == context.graph_memory.begin()) return false;
  const auto [start, room] = *std::prev(above);
  return address - start <= room && size <= room - (address - start);
}

Place device_place(const Context& context, const void* pointer, uint64_t size, const char* role) {
  const uint64_t address = address_of(pointer);
  if (std::byte* bytes = context.memory.host_bytes(address, size)) return {bytes, ""};
  if (const memory::Allocation* allocation = context.memory.find(address)) {
    const uint64_t room = allocation->address + allocation->size - address;
    return {nullptr, std::to_string(size) + " bytes from " + role + " " + hex(pointer) +
                         " on reach " + std::to_string(size - room) +
                         " bytes past the end of allocation #" + std::to_string(allocation->id) +
                         " (" + std::to_string(allocation->size) + " bytes)"};
  }
  if (context.memory.nearby(address).freed != nullptr) {
    return {nullptr, std::string(role) + " " + hex(pointer) + " lies in memory that was freed"};
  }
  return {nullptr,
          std::string(role) + " " + hex(pointer) +
              " is no device memory; was it returned by cudaMalloc, and are the arguments in order "
              "(destination first)?"};
}

/// The host's end of a copy may be device memory, too: there is one address space.
Place host_place(const Context& context, const void* pointer, uint64_t size, const char* role) {
  if (pointer == nullptr) return {nullptr, std::string(role) + " is a null pointer"};
  // Memory in the table has known ends; all other host memory is the program's own business.
  if (!memory::is_device_address(address_of(pointer)) &&
      context.memory.find(address_of(pointer)) == nullptr) {
    return {static_cast<std::byte*>(const_cast<void*>(pointer)), ""};
  }
  return device_place(context, pointer, size, role);
}

/// Whether the host can read these bytes without another copy.
bool is_host_s(const Context& context, const void* pointer) {
  const memory::Allocation* allocation = context.memory.find(address_of(pointer));
  if (allocation == nullptr) return !memory::is_device_address(address_of(pointer));
  return allocation->kind == memory::Kind::PinnedHost || allocation->kind == memory::Kind::Managed;
}

Place place(const Context& context, const void* pointer, uint64_t size, const char* role,
            bool on_device, bool anywhere) {
  const bool in_table = memory::is_device_address(address_of(pointer)) ||
                        context.memory.find(address_of(pointer)) != nullptr;
  const bool as_device = anywhere ? in_table : on_device;
  return as_device ? device_place(context, pointer, size, role)
                   : host_place(context, pointer, size, role);
}

/// From the first byte of a box to its last, padding between rows included. What no memory can hold
/// is the largest number there is.
uint64_t span_of(const Box& box, Extent extent) {
  uint64_t rows = 0, bytes = 0;
  const bool overflows =
      __builtin_mul_overflow(uint64_t{extent.depth - 1}, box.slice_rows, &rows) ||
      __builtin_add_overflow(rows, extent.height - 1, &rows) ||
      __builtin_mul_overflow(rows, box.pitch, &bytes) ||
      __builtin_add_overflow(bytes, extent.width, &bytes);
  return overflows ? ~uint64_t{0} : bytes;
}

bool is_empty(Extent extent) {
  return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}

/// Whether both ends of work are there now or will be there when a graph runs.
enum class When : bool { Now, InGraph };

/// Both ends of a copy, found in the host.
struct Ends {
  Place to, from;
};

CudaError find_ends(const Context& context, const char* call, const Box& destination,
                    const Box& source, Extent extent, CopyKind kind, When when, Ends& ends) {
  if (kind < CopyKind::HostToHost || kind > CopyKind::Default)
    return CudaError::InvalidMemcpyDirection;
  if (is_empty(extent)) return CudaError::Success;
  const bool has_rows = extent.height > 1 || extent.depth > 1;
  for (const size_t pitch : {destination.pitch, source.pitch}) {
    if (extent.width > pitch && (has_rows || pitch != 0)) {
      return refuse(call, has_rows ? CudaError::InvalidPitchValue : CudaError::InvalidValue,
                    "a row is wider than the pitch");
    }
  }
  const bool anywhere = kind == CopyKind::Default;
  const bool to_device = kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToDevice;
  const bool from_device = kind == CopyKind::DeviceToHost || kind == CopyKind::DeviceToDevice;
  auto place_of = [&](const Box& box, const char* role, bool on_device) {
    if (box.is_array) return Place{static_cast<std::byte*>(const_cast<void*>(box.start)), ""};
    return place(context, box.start, span_of(box, extent), role, on_device, anywhere);
  };
  ends.to = place_of(destination, "the destination", to_device);
  ends.from = place_of(source, "the source", from_device);
  auto is_known = [&](const Place& end, const Box& box) {
    return end.bytes != nullptr ||
           (when == When::InGraph &&
            is_graph_memory(context, address_of(box.start), span_of(box, extent)));
  };
  if (!is_known(ends.to, destination))
    return refuse(call, CudaError::InvalidValue, ends.to.problem);
  if (!is_known(ends.from, source)) return refuse(call, CudaError::InvalidValue, ends.from.problem);
  return CudaError::Success;
}

struct Boxes {
  Box destination, source;
};

Boxes boxes_of(const Copy3D& copy) {
  auto box = [](const PitchedPointer& pointer, const Position& position) {
    const size_t offset = (position.z * pointer.ysize + position.y) * pointer.pitch + position.x;
    return Box{static_cast<const std::byte*>(pointer.ptr) + offset, pointer.pitch, pointer.ysize};
  };
  return {box(copy.dstPtr, copy.dstPos), box(copy.srcPtr, copy.srcPos)};
}

}  // namespace

CudaError copy_box(Context& context, const char* call, const Box& destination, const Box& source,
                   Extent extent, CopyKind kind) {
  Ends ends;
  const CudaError error =
      find_ends(context, call, destination, source, extent, kind, When::Now, ends);
  if (error != CudaError::Success || is_empty(extent)) return error;
  const HostCopy copying(call);
  const bool reaches_host = is_host_s(context, destination.start);
  checks::Unwritten unwritten;
  for (size_t z = 0; z < extent.depth; ++z) {
    for (size_t y = 0; y < extent.height; ++y) {
      const uint64_t to_row = (z * destination.slice_rows + y) * destination.pitch;
      const uint64_t from_row = (z * source.slice_rows + y) * source.pitch;
      std::memmove(ends.to.bytes + to_row, ends.from.bytes + from_row, extent.width);
      context.shadow.host_copies(address_of(destination.start) + to_row,
                                 address_of(source.start) + from_row, extent.width);
      if (reaches_host)
        context.shadow.look_at(address_of(source.start) + from_row, extent.width, unwritten);
    }
  }
  if (unwritten.is_telling()) {
    context.findings.show(
        {checks::copy_finding(context.memory, call, CallSites::describe_caller(), unwritten)});
  }
  return CudaError::Success;
}

CudaError copy_bytes(Context& context, const char* call, const void* destination,
                     const void* source, size_t size, CopyKind kind) {
  return copy_box(context, call, {destination, size, 1}, {source, size, 1}, {size, 1, 1}, kind);
}

namespace {

bool ends_within(size_t start, size_t size, size_t limit) {
  return start <= limit && size <= limit - start;
}

/// Whether a box lies within the rows and slices that its pointer describes.
bool fits(const PitchedPointer& pointer, const Position& position, const Extent& extent) {
  const bool is_linear = pointer.pitch == 0 && pointer.ysize == 0;
  return is_linear || is_empty(extent) ||
         ((position.x == 0 || ends_within(position.x, extent.width, pointer.pitch)) &&
          (pointer.ysize == 0 || ends_within(position.y, extent.height, pointer.ysize)));
}

CudaError check_shape(const char* call, const Copy3D& copy) {
  if (fits(copy.srcPtr, copy.srcPos, copy.extent) && fits(copy.dstPtr, copy.dstPos, copy.extent)) {
    return CudaError::Success;
  }
  return refuse(call, CudaError::InvalidValue,
                "the box reaches beyond the pitch or the ysize of its memory");
}

}  // namespace

CudaError copy_3d(Context& context, const char* call, const Copy3D& copy) {
  if (copy.srcArray != nullptr || copy.dstArray != nullptr)
    return copy_with_arrays(context, call, copy);
  const CudaError error = check_shape(call, copy);
  if (error != CudaError::Success) return error;
  const auto [destination, source] = boxes_of(copy);
  return copy_box(context, call, destination, source, copy.extent, copy.kind);
}

CudaError check_copy(Context& context, const char* call, const Copy3D& copy) {
  if (copy.srcArray != nullptr || copy.dstArray != nullptr) {
    return refuse(call, CudaError::NotSupported,
                  "the emulator's graphs copy no CUDA arrays; copy outside of the graph");
  }
  const CudaError error = check_shape(call, copy);
  if (error != CudaError::Success) return error;
  Ends ends;
  const auto [destination, source] = boxes_of(copy);
  return find_ends(context, call, destination, source, copy.extent, copy.kind, When::InGraph, ends);
}

Copy3D linear_copy(void* destination, const void* source, size_t size, CopyKind kind) {
  Copy3D copy{};
  copy.srcPtr.ptr = const_cast<void*>(source);  // Without a pitch: there is one row.
  copy.dstPtr.ptr = destination;
  copy.extent = {size, 1, 1};
  copy.kind = kind;
  return copy;
}

namespace {

CudaError find_filled(const Context& context, const char* call, const MemsetParams& fill,
                      size_t slice_rows, size_t depth, When when, Place& to) {
  if (fill.elementSize != 1 && fill.elementSize != 2 && fill.elementSize != 4) {
    return CudaError::InvalidValue;
  }
  const Extent extent{fill.width * fill.elementSize, fill.height, depth};
  if (is_empty(extent)) return CudaError::Success;
  if ((extent.height > 1 || extent.depth > 1) && extent.width > fill.pitch) {
    return refuse(call, CudaError::InvalidValue, "a row is wider than the pitch");
  }
  if (slice_rows != 0 && extent.height > slice_rows) {
    return refuse(call, CudaError::InvalidValue, "a slice has more rows than ysize says");
  }
  to = device_place(context, fill.dst, span_of({fill.dst, fill.pitch, slice_rows}, extent),
                    "the destination");
  if (to.bytes != nullptr && !is_visible(context, *context.memory.find(address_of(fill.dst)))) {
    return refuse(call, CudaError::InvalidValue,
                  "this memory belongs to another device; call cudaDeviceEnablePeerAccess first");
  }
  const uint64_t bytes = span_of({fill.dst, fill.pitch, slice_rows}, extent);
  const bool is_known =
      to.bytes != nullptr ||
      (when == When::InGraph && is_graph_memory(context, address_of(fill.dst), bytes));
  return is_known ? CudaError::Success : refuse(call, CudaError::InvalidValue, to.problem);
}

}  // namespace

CudaError check_fill(Context& context, const char* call, const MemsetParams& fill,
                     size_t slice_rows, size_t depth) {
  Place to;
  return find_filled(context, call, fill, slice_rows, depth, When::InGraph, to);
}

CudaError fill(Context& context, const char* call, const MemsetParams& fill, size_t slice_rows,
               size_t depth) {
  Place to;
  const CudaError error = find_filled(context, call, fill, slice_rows, depth, When::Now, to);
  if (error != CudaError::Success || to.bytes == nullptr) return error;
  const size_t width = fill.width * fill.elementSize;
  for (size_t z = 0; z < depth; ++z) {
    for (size_t y = 0; y < fill.height; ++y) {
      const uint64_t row = (z * slice_rows + y) * fill.pitch;
      if (fill.elementSize == 1) {
        std::memset(to.bytes + row, static_cast<int>(fill.value), width);
      } else {
        for (size_t x = 0; x < width; x += fill.elementSize) {
          std::memcpy(to.bytes + row + x, &fill.value, fill.elementSize);
        }
      }
      context.shadow.host_writes(address_of(fill.dst) + row, width);
    }
  }
  return CudaError::Success;
}

CudaError find_variable(Context& context, const char* call, const void* symbol, void** address,
                        size_t* size) {
  const Symbol* known = context.registry.find_symbol(symbol);
  if (known == nullptr) {
    return refuse(call, CudaError::InvalidSymbol,
                  "this is no __device__ or __constant__ variable; pass the variable itself, not "
                  "its address or "
                  "its name in quotes");
  }
  if (context.load(*known->module) == nullptr) return known->module->failure()->code;
  const decode::ModuleVariable* variable = known->module->variable(known->name, current_device());
  if (variable == nullptr) {
    return refuse(call, CudaError::InvalidSymbol,
                  "the device code has no variable " + known->name + "; does any kernel use it?");
  }
  *address = reinterpret_cast<void*>(static_cast<uintptr_t>(variable->address));
  *size = variable->size;
  return CudaError::Success;
}

CudaError find_in_variable(Context& context, const char* call, const void* symbol, size_t offset,
                           void*& address) {
  size_t size = 0;
  const CudaError error = find_variable(context, call, symbol, &address, &size);
  if (error == CudaError::Success) address = static_cast<std::byte*>(address) + offset;
  return error;
}

}  // namespace gtl::runtime
