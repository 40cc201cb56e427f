// Many copies with one call.
#include "runtime/api_stream_call.h"
#include "runtime/copy.h"

namespace gtl::runtime {
namespace {

struct MemcpyAttributes {  // cudaMemcpyAttributes
  int source_order;        // cudaMemcpySrcAccessOrder
  MemLocation source_hint, destination_hint;
  unsigned int flags;
};
constexpr int kFirstOrder = 1, kLastOrder = 3;

}  // namespace

extern "C" {

/// The attributes speak of when the source is read: here before the call returns.
CudaError cudaMemcpyBatchAsync(void* const* destinations, const void* const* sources,
                               const size_t* sizes, size_t count,
                               const MemcpyAttributes* attributes, const size_t* first_copies,
                               size_t attribute_count, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const bool is_complete = destinations != nullptr && sources != nullptr && sizes != nullptr &&
                             count != 0 && attributes != nullptr && first_copies != nullptr &&
                             attribute_count != 0 && attribute_count <= count;
    if (is_legacy(known) || !is_complete || first_copies[0] != 0) return CudaError::InvalidValue;
    for (size_t i = 0; i < attribute_count; ++i) {
      const int order = attributes[i].source_order;
      if (order < kFirstOrder || order > kLastOrder) return CudaError::InvalidValue;
    }
    for (size_t i = 0; i < count; ++i) {
      if (destinations[i] == nullptr || sources[i] == nullptr || sizes[i] == 0) {
        return CudaError::InvalidValue;
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const CopyWork work{linear_copy(destinations[i], sources[i], sizes[i], CopyKind::Default),
                          true};
      const CudaError error = submit(context, "cudaMemcpyBatchAsync", known, work);
      if (error != CudaError::Success) return error;
    }
    return CudaError::Success;
  });
}
CudaError cudaMemcpyBatchAsync_ptsz(void* const*, const void* const*, const size_t*, size_t,
                                    const MemcpyAttributes*, const size_t*, size_t, void*)
    __attribute__((alias("cudaMemcpyBatchAsync")));
}

}  // namespace gtl::runtime
