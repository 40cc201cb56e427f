// Stream capture: work that is asked for becomes nodes of a graph instead of being done.
#pragma once

#include "runtime/context.h"
#include "runtime/stream.h"
#include "runtime/work.h"

namespace gtl::runtime {

/// Does the work now, or adds it to the graph that the stream captures. Host functions and child
/// graphs are only ever added.
CudaError submit(Context& context, const char* call, Stream& stream, Work work);

/// Adds work to the capture of a capturing stream.
CudaError capture_work(Context& context, const char* call, Stream& stream, Work work);

/// The same for a kernel, whose arguments are copied. `function` is what the program launched.
CudaError capture_launch(Context& context, Stream& stream, const void* function,
                         const LaunchRequest& request);

/// Whether work may be asked for in that stream now; an invalidated capture, or the legacy stream
/// while a blocking stream captures, may not.
CudaError check_stream(Context& context, Stream& stream);

/// Breaks a capture: its end will say so.
void invalidate(Capture& capture);
/// For work that cannot be captured: breaks the stream's capture, if it has one, and is an error.
CudaError refuse_in_capture(Stream& stream);

/// For calls that might wait for other streams, such as cudaMalloc: a capture that forbids them is
/// broken, and the call fails.
CudaError check_unsafe_call(Context& context);

/// For cudaDeviceSynchronize, which no capture allows.
CudaError check_call_that_waits_for_all(Context& context);

/// For calls that do their work in the legacy stream.
CudaError check_legacy_call(Context& context);

CudaError begin_capture(Context& context, Stream& stream, CaptureMode mode,
                        std::shared_ptr<Graph> into, std::vector<GraphNode*> dependencies);
CudaError end_capture(Context& context, Stream& stream, std::shared_ptr<Graph>& graph);

/// The stream is destroyed. A capture that began in it is over, and nothing comes of it; one that it
/// joined goes on if the origin has waited for all of its work.
void abandon_capture(Context& context, Stream& stream);

/// The event stands for what the stream has captured so far.
CudaError capture_event(Event& event, Stream& stream);
/// The stream joins the capture that the event was recorded in, or waits in it.
CudaError capture_wait(Context& context, Stream& stream, Event& event);

/// The capture mode of the calling thread: cudaThreadExchangeStreamCaptureMode.
CaptureMode& thread_capture_mode();

}  // namespace gtl::runtime
