// Copying and setting memory on behalf of the host: every range is checked before a byte moves.
#pragma once

#include <cstddef>

#include "runtime/abi_graph.h"
#include "runtime/context.h"

namespace gtl::runtime {

/// A box of bytes: `width` bytes in a row, rows `pitch` bytes apart, slices `pitch * slice_rows`
/// apart.
struct Box {
  const void* start = nullptr;
  size_t pitch = 0;
  size_t slice_rows = 0;
  bool is_array = false;  ///< Bytes of a CUDA array, known to lie inside it.
};

/// Copies `extent` (width in bytes) between two boxes. `call` names the API function in
/// explanations.
CudaError copy_box(Context& context, const char* call, const Box& destination, const Box& source,
                   Extent extent, CopyKind kind);

/// Copies `size` bytes.
CudaError copy_bytes(Context& context, const char* call, const void* destination,
                     const void* source, size_t size, CopyKind kind);

/// A copy as cudaMemcpy3D describes it.
CudaError copy_3d(Context& context, const char* call, const Copy3D& copy);
/// The same, checked and not done: what a graph refuses when the copy is added to it.
CudaError check_copy(Context& context, const char* call, const Copy3D& copy);
/// `size` bytes from `source` to `destination` in the form of cudaMemcpy3D.
Copy3D linear_copy(void* destination, const void* source, size_t size, CopyKind kind);

/// Sets every element of rows on the device to a value of 1, 2 or 4 bytes. Slices, for more than
/// one, are `slice_rows` rows apart.
CudaError fill(Context& context, const char* call, const MemsetParams& fill, size_t slice_rows = 0,
               size_t depth = 1);
CudaError check_fill(Context& context, const char* call, const MemsetParams& fill,
                     size_t slice_rows = 0, size_t depth = 1);

/// The device address and size of a registered __device__, __constant__ or __managed__ variable.
CudaError find_variable(Context& context, const char* call, const void* symbol, void** address,
                        size_t* size);

/// The address `offset` bytes into such a variable.
CudaError find_in_variable(Context& context, const char* call, const void* symbol, size_t offset,
                           void*& address);

}  // namespace gtl::runtime
