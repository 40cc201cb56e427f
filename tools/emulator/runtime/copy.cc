#include "runtime/copy.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/api_call.h"

namespace gtl::runtime {
namespace {

uint64_t address_of(const void* pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

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

Place host_place(const Context& context, const void* pointer, uint64_t size, const char* role) {
  if (pointer == nullptr) return {nullptr, std::string(role) + " is a null pointer"};
  if (!memory::is_device_address(address_of(pointer))) {
    // Managed and pinned memory has known ends; all other host memory is the program's own
    // business.
    if (context.memory.find(address_of(pointer)) == nullptr) {
      return {static_cast<std::byte*>(const_cast<void*>(pointer)), ""};
    }
    return device_place(context, pointer, size, role);
  }
  return {
      nullptr,
      std::string(role) + " " + hex(pointer) +
          " is device memory, and the kind of copy says host; check the kind and the order of the "
          "arguments (destination first)"};
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

}  // namespace

CudaError copy_box(Context& context, const char* call, const Box& destination, const Box& source,
                   Extent extent, CopyKind kind) {
  if (kind < CopyKind::HostToHost || kind > CopyKind::Default)
    return CudaError::InvalidMemcpyDirection;
  if (is_empty(extent)) return CudaError::Success;
  const bool has_rows = extent.height > 1 || extent.depth > 1;
  if (has_rows && (extent.width > destination.pitch || extent.width > source.pitch)) {
    return refuse(call, CudaError::InvalidPitchValue, "a row is wider than the pitch");
  }
  const bool anywhere = kind == CopyKind::Default;
  const bool to_device = kind == CopyKind::HostToDevice || kind == CopyKind::DeviceToDevice;
  const bool from_device = kind == CopyKind::DeviceToHost || kind == CopyKind::DeviceToDevice;
  const Place to = place(context, destination.start, span_of(destination, extent),
                         "the destination", to_device, anywhere);
  const Place from =
      place(context, source.start, span_of(source, extent), "the source", from_device, anywhere);
  for (const Place& end : {to, from}) {
    if (end.bytes == nullptr) return refuse(call, CudaError::InvalidValue, end.problem);
  }
  for (size_t z = 0; z < extent.depth; ++z) {
    for (size_t y = 0; y < extent.height; ++y) {
      const uint64_t to_row = (z * destination.slice_rows + y) * destination.pitch;
      const uint64_t from_row = (z * source.slice_rows + y) * source.pitch;
      std::memmove(to.bytes + to_row, from.bytes + from_row, extent.width);
      context.shadow.host_copies(address_of(destination.start) + to_row,
                                 address_of(source.start) + from_row, extent.width);
    }
  }
  return CudaError::Success;
}

CudaError copy_bytes(Context& context, const char* call, const void* destination,
                     const void* source, size_t size, CopyKind kind) {
  return copy_box(context, call, {destination, size, 1}, {source, size, 1}, {size, 1, 1}, kind);
}

CudaError fill_box(Context& context, const char* call, const Box& destination, int value,
                   Extent extent) {
  if (is_empty(extent)) return CudaError::Success;
  if ((extent.height > 1 || extent.depth > 1) && extent.width > destination.pitch) {
    return refuse(call, CudaError::InvalidPitchValue, "a row is wider than the pitch");
  }
  const Place to =
      device_place(context, destination.start, span_of(destination, extent), "the destination");
  if (to.bytes == nullptr) return refuse(call, CudaError::InvalidValue, to.problem);
  for (size_t z = 0; z < extent.depth; ++z) {
    for (size_t y = 0; y < extent.height; ++y) {
      const uint64_t row = (z * destination.slice_rows + y) * destination.pitch;
      std::memset(to.bytes + row, value, extent.width);
      context.shadow.host_writes(address_of(destination.start) + row, extent.width);
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
  const decode::ModuleVariable* variable = known->module->variable(known->name);
  if (variable == nullptr) {
    return refuse(call, CudaError::InvalidSymbol,
                  "the device code has no variable " + known->name + "; does any kernel use it?");
  }
  *address = reinterpret_cast<void*>(static_cast<uintptr_t>(variable->address));
  *size = variable->size;
  return CudaError::Success;
}

}  // namespace gtl::runtime
