// Copying and setting memory on behalf of the host: every range is checked before a byte moves.
#pragma once

#include <cstddef>

#include "runtime/abi.h"
#include "runtime/context.h"

namespace gtl::runtime {

/// A box of bytes: `width` bytes in a row, rows `pitch` bytes apart, slices `pitch * slice_rows`
/// apart.
struct Box {
  const void* start = nullptr;
  size_t pitch = 0;
  size_t slice_rows = 0;
};

/// Copies `extent` (width in bytes) between two boxes. `call` names the API function in
/// explanations.
CudaError copy_box(Context& context, const char* call, const Box& destination, const Box& source,
                   Extent extent, CopyKind kind);

/// Copies `size` bytes.
CudaError copy_bytes(Context& context, const char* call, const void* destination,
                     const void* source, size_t size, CopyKind kind);

/// Sets every byte of a box on the device.
CudaError fill_box(Context& context, const char* call, const Box& destination, int value,
                   Extent extent);

/// The device address and size of a registered __device__, __constant__ or __managed__ variable.
CudaError find_variable(Context& context, const char* call, const void* symbol, void** address,
                        size_t* size);

}  // namespace gtl::runtime
