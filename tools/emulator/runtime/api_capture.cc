// Stream capture.
#include "runtime/api_graph_call.h"
#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

CaptureStatus status_of(const Stream& stream) {
  if (stream.capture == nullptr) return CaptureStatus::None;
  return stream.capture->is_invalidated ? CaptureStatus::Invalidated : CaptureStatus::Active;
}

}  // namespace

extern "C" {

CudaError cudaStreamBeginCapture(void* stream, CaptureMode mode) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    return begin_capture(context, known, mode, nullptr, {});
  });
}
CudaError cudaStreamBeginCapture_ptsz(void*, CaptureMode)
    __attribute__((alias("cudaStreamBeginCapture")));

CudaError cudaStreamBeginCaptureToGraph(void* stream, void* graph, void* const* dependencies,
                                        const GraphEdgeData*, size_t count, CaptureMode mode) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const auto owned = context.graphs.graphs.find(graph);
    std::vector<GraphNode*> nodes;
    if (owned == context.graphs.graphs.end() ||
        !find_nodes(*owned->second, dependencies, count, nodes)) {
      return CudaError::InvalidValue;
    }
    return begin_capture(context, known, mode, owned->second, std::move(nodes));
  });
}
CudaError cudaStreamBeginCaptureToGraph_ptsz(void*, void*, void* const*, const GraphEdgeData*,
                                             size_t, CaptureMode)
    __attribute__((alias("cudaStreamBeginCaptureToGraph")));

CudaError cudaStreamEndCapture(void* stream, void** graph) {
  if (graph != nullptr) *graph = nullptr;
  return stream_call(stream, [&](Context& context, Stream& known) {
    std::shared_ptr<Graph> made;
    const CudaError error = end_capture(context, known, made);
    if (error == CudaError::Success && graph != nullptr) {
      *graph = context.graphs.add(std::move(made));
    }
    return error;
  });
}
CudaError cudaStreamEndCapture_ptsz(void*, void**) __attribute__((alias("cudaStreamEndCapture")));

CudaError cudaStreamIsCapturing(void* stream, CaptureStatus* status) {
  if (status == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(stream, [&](Context& context, Stream& known) {
    *status = status_of(known);
    return is_legacy(known) ? check_legacy_call(context) : CudaError::Success;
  });
}
CudaError cudaStreamIsCapturing_ptsz(void*, CaptureStatus*)
    __attribute__((alias("cudaStreamIsCapturing")));

CudaError cudaStreamGetCaptureInfo(void* stream, CaptureStatus* status, unsigned long long* id,
                                   void** graph, GraphNode* const** dependencies,
                                   const GraphEdgeData** edges, size_t* count) {
  if (status == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(stream, [&](Context& context, Stream& known) {
    *status = status_of(known);
    if (is_legacy(known)) return check_legacy_call(context);
    if (*status != CaptureStatus::Active) return CudaError::Success;
    if (id != nullptr) *id = known.capture->id;
    if (graph != nullptr) *graph = known.capture->graph.get();
    if (dependencies != nullptr) *dependencies = known.dependencies.data();
    if (edges != nullptr) *edges = nullptr;  // All edges are plain.
    if (count != nullptr) *count = known.dependencies.size();
    return CudaError::Success;
  });
}
CudaError cudaStreamGetCaptureInfo_ptsz(void*, CaptureStatus*, unsigned long long*, void**,
                                        GraphNode* const**, const GraphEdgeData**, size_t*)
    __attribute__((alias("cudaStreamGetCaptureInfo")));

CudaError cudaStreamUpdateCaptureDependencies(void* stream, void* const* dependencies,
                                              const GraphEdgeData*, size_t count,
                                              unsigned int flags) {
  constexpr unsigned int kAdd = 0, kSet = 1;
  return stream_call(stream, [&](Context& context, Stream& known) {
    if (known.capture == nullptr) return CudaError::IllegalState;
    const CudaError error = check_stream(context, known);
    if (error != CudaError::Success) return error;
    std::vector<GraphNode*> nodes;
    const bool are_known = find_nodes(*known.capture->graph, dependencies, count, nodes);
    if ((flags != kAdd && flags != kSet) || !are_known) return CudaError::InvalidValue;
    if (flags == kSet) known.dependencies.clear();
    known.dependencies.insert(known.dependencies.end(), nodes.begin(), nodes.end());
    return CudaError::Success;
  });
}
CudaError cudaStreamUpdateCaptureDependencies_ptsz(void*, void* const*, const GraphEdgeData*,
                                                   size_t, unsigned int)
    __attribute__((alias("cudaStreamUpdateCaptureDependencies")));

CudaError cudaThreadExchangeStreamCaptureMode(CaptureMode* mode) {
  if (mode == nullptr) return remember(CudaError::InvalidValue);
  std::swap(*mode, thread_capture_mode());
  return CudaError::Success;
}
}

}  // namespace gtl::runtime
