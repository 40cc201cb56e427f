// Stream capture: what may be captured, what breaks a capture, and the graphs that come out. One
// line a call.
//
//   nvcc -o capture capture.cu && ./capture > capture_h200.txt
//
// On a GPU, that is: the record is what the emulator's capture is held against.
#include <thread>
#include <vector>

#include "say.h"

__global__ void store(int* place, int value) { *place = value; }
__device__ int variable;
void host_function(void*) {}
void callback(cudaStream_t, cudaError_t, void*) {}

cudaStream_t stream, other;
cudaEvent_t event, second_event;
int *place, *pinned, pageable[4];

const char* state(cudaStream_t of) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t error = cudaStreamIsCapturing(of, &status);
  cudaGetLastError();
  if (error != cudaSuccess) return cudaGetErrorName(error);
  const char* names[] = {"none", "active", "invalidated"};
  return names[status];
}

void describe(cudaGraph_t graph) {
  size_t nodes = 0, edges = 0;
  if (graph == nullptr) return std::printf("  no graph\n"), void();
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  std::vector<cudaGraphNode_t> node(nodes), from(edges), to(edges);
  std::vector<cudaGraphEdgeData> data(edges);
  cudaGraphGetNodes(graph, node.data(), &nodes);
  if (edges != 0) cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &edges);
  std::printf("  nodes");
  for (cudaGraphNode_t each : node) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(each, &type);
    std::printf(" %d", static_cast<int>(type));
  }
  std::printf(", edges");
  auto index = [&](cudaGraphNode_t wanted) {
    for (size_t i = 0; i < nodes; ++i)
      if (node[i] == wanted) return static_cast<int>(i);
    return -1;
  };
  for (size_t i = 0; i < edges; ++i) std::printf(" %d-%d", index(from[i]), index(to[i]));
  std::printf("\n");
}

/// One call during a capture of `stream`: what it returns, what becomes of the capture.
template <class Call>
void during(const char* what, cudaStreamCaptureMode mode, Call call) {
  if (cudaStreamBeginCapture(stream, mode) != cudaSuccess)
    return std::printf("%s: no capture\n", what), void();
  const cudaError_t said = call();
  const cudaError_t last = cudaGetLastError();
  std::printf("%s: %s, then %s, %s;", what, cudaGetErrorName(said), cudaGetErrorName(last),
              state(stream));
  cudaGraph_t graph = nullptr;
  const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  cudaGetLastError();
  std::printf(" end %s\n", cudaGetErrorName(ended));
  describe(graph);
  std::fflush(stdout);
  if (graph != nullptr) cudaGraphDestroy(graph);
}

void in_mode(cudaStreamCaptureMode mode) {
  std::printf("mode %d\n", mode);
  void* pointer = nullptr;
  size_t size = 0, more = 0;
  cudaStream_t created;
  cudaEvent_t created_event;
  cudaFuncAttributes attributes;
  cudaPointerAttributes pointer_attributes;
  int number = 0;
  during("nothing", mode, [] { return cudaSuccess; });
  during("malloc", mode, [&] { return cudaMalloc(&pointer, 64); });
  during("free", mode, [&] {
    void* it = pointer;
    pointer = nullptr;
    return cudaFree(it);
  });
  during("malloc host", mode, [&] { return cudaMallocHost(&pointer, 64); });
  during("malloc managed", mode, [&] { return cudaMallocManaged(&pointer, 64); });
  during("memcpy", mode, [] { return cudaMemcpy(place, pageable, 4, cudaMemcpyHostToDevice); });
  during("memset", mode, [] { return cudaMemset(place, 0, 4); });
  during("memcpy to symbol", mode, [] { return cudaMemcpyToSymbol(variable, pageable, 4); });
  during("device synchronize", mode, [] { return cudaDeviceSynchronize(); });
  during("synchronize the stream", mode, [] { return cudaStreamSynchronize(stream); });
  during("synchronize another stream", mode, [] { return cudaStreamSynchronize(other); });
  during("synchronize the legacy stream", mode, [] { return cudaStreamSynchronize(nullptr); });
  during("query the stream", mode, [] { return cudaStreamQuery(stream); });
  during("query another stream", mode, [] { return cudaStreamQuery(other); });
  during("query the legacy stream", mode, [] { return cudaStreamQuery(nullptr); });
  during("query an event", mode, [] { return cudaEventQuery(second_event); });
  during("synchronize an event", mode, [] { return cudaEventSynchronize(second_event); });
  during("create a stream", mode, [&] { return cudaStreamCreate(&created); });
  during("destroy a stream", mode, [&] { return cudaStreamDestroy(created); });
  during("create an event", mode, [&] { return cudaEventCreate(&created_event); });
  during("destroy an event", mode, [&] { return cudaEventDestroy(created_event); });
  during("launch in the legacy stream", mode, [] {
    store<<<1, 1>>>(place, 1);
    return cudaPeekAtLastError();
  });
  during("launch in another stream", mode, [] {
    store<<<1, 1, 0, other>>>(place, 1);
    return cudaPeekAtLastError();
  });
  during("launch with 2048 threads", mode, [] {
    store<<<1, 2048, 0, stream>>>(place, 1);
    return cudaPeekAtLastError();
  });
  during("memcpy async in the legacy stream", mode,
         [] { return cudaMemcpyAsync(place, pinned, 4, cudaMemcpyHostToDevice, nullptr); });
  during("record an event in the legacy stream", mode,
         [] { return cudaEventRecord(event, nullptr); });
  during("memory info", mode, [&] { return cudaMemGetInfo(&size, &more); });
  during("function attributes", mode, [&] { return cudaFuncGetAttributes(&attributes, store); });
  during("pointer attributes", mode,
         [&] { return cudaPointerGetAttributes(&pointer_attributes, place); });
  during("occupancy", mode,
         [&] { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, store, 32, 0); });
  during("set device", mode, [] { return cudaSetDevice(0); });
  during("set a limit", mode, [] { return cudaDeviceSetLimit(cudaLimitStackSize, 1024); });
  during("free null", mode, [] { return cudaFree(nullptr); });
  during("begin again", mode, [&] { return cudaStreamBeginCapture(stream, mode); });
  during("host register", mode, [] { return cudaHostRegister(pageable, sizeof pageable, 0); });
  during("host unregister", mode, [] { return cudaHostUnregister(pageable); });
}

void asynchronous_calls() {
  const auto mode = cudaStreamCaptureModeGlobal;
  void* pointer = nullptr;
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  std::printf("captured\n");
  during("kernel", mode, [] {
    store<<<1, 1, 0, stream>>>(place, 1);
    return cudaPeekAtLastError();
  });
  during("memcpy, pinned", mode,
         [] { return cudaMemcpyAsync(place, pinned, 4, cudaMemcpyHostToDevice, stream); });
  during("memcpy, pageable", mode,
         [] { return cudaMemcpyAsync(place, pageable, 4, cudaMemcpyHostToDevice, stream); });
  during("memcpy, back", mode,
         [] { return cudaMemcpyAsync(pageable, place, 4, cudaMemcpyDeviceToHost, stream); });
  during("memcpy, 0 bytes", mode,
         [] { return cudaMemcpyAsync(place, pinned, 0, cudaMemcpyHostToDevice, stream); });
  during("memcpy, null", mode,
         [] { return cudaMemcpyAsync(nullptr, pinned, 4, cudaMemcpyHostToDevice, stream); });
  during("memcpy, kind 9", mode,
         [] { return cudaMemcpyAsync(place, pinned, 4, static_cast<cudaMemcpyKind>(9), stream); });
  during("memcpy 2D", mode, [] {
    return cudaMemcpy2DAsync(place, 16, pinned, 16, 8, 2, cudaMemcpyHostToDevice, stream);
  });
  during("memset", mode, [] { return cudaMemsetAsync(place, 1, 16, stream); });
  during("memset, 0 bytes", mode, [] { return cudaMemsetAsync(place, 1, 0, stream); });
  during("memset 2D", mode, [] { return cudaMemset2DAsync(place, 16, 1, 8, 2, stream); });
  during("memset 3D", mode, [] {
    return cudaMemset3DAsync(make_cudaPitchedPtr(place, 16, 16, 4), 1, make_cudaExtent(8, 2, 2),
                             stream);
  });
  during("to symbol", mode, [] {
    return cudaMemcpyToSymbolAsync(variable, pinned, 4, 0, cudaMemcpyHostToDevice, stream);
  });
  during("from symbol", mode, [] {
    return cudaMemcpyFromSymbolAsync(pinned, variable, 4, 0, cudaMemcpyDeviceToHost, stream);
  });
  during("host function", mode, [] { return cudaLaunchHostFunc(stream, host_function, nullptr); });
  during("callback", mode, [] { return cudaStreamAddCallback(stream, callback, nullptr, 0); });
  during("event record", mode, [] { return cudaEventRecord(event, stream); });
  during("event record, external", mode,
         [] { return cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal); });
  during("wait, external", mode,
         [] { return cudaStreamWaitEvent(stream, second_event, cudaEventWaitExternal); });
  during("wait for an event of before", mode,
         [] { return cudaStreamWaitEvent(stream, second_event, 0); });
  during("malloc async", mode, [&] { return cudaMallocAsync(&pointer, 64, stream); });
  during("malloc and free async", mode, [&] {
    cudaMallocAsync(&pointer, 64, stream);
    return cudaFreeAsync(pointer, stream);
  });
  during("malloc from a pool", mode,
         [&] { return cudaMallocFromPoolAsync(&pointer, 64, pool, stream); });
  during("malloc async in another stream", mode,
         [&] { return cudaMallocAsync(&pointer, 64, other); });
  during("free async of memory of before", mode,
         [&] { return cudaFreeAsync(place + 512, stream); });
  during("prefetch", mode, [&] {
    return cudaMemPrefetchAsync(place, 64, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0,
                                stream);
  });
  during("attach", mode,
         [&] { return cudaStreamAttachMemAsync(stream, place, 0, cudaMemAttachSingle); });
  during("a chain of three", mode, [] {
    cudaMemsetAsync(place, 0, 4, stream);
    store<<<1, 1, 0, stream>>>(place, 1);
    return cudaMemcpyAsync(pinned, place, 4, cudaMemcpyDeviceToHost, stream);
  });
  static cudaGraph_t graph;
  static cudaGraphExec_t exec, made_inside;
  cudaGraphCreate(&graph, 0);
  cudaGraphInstantiate(&exec, graph, 0);
  during("a graph", mode, [] { return cudaGraphLaunch(exec, stream); });
  during("instantiate a graph", mode, [] { return cudaGraphInstantiate(&made_inside, graph, 0); });
  during("upload a graph", mode, [] { return cudaGraphUpload(exec, stream); });
  during("launch a graph in another stream", mode, [] { return cudaGraphLaunch(exec, other); });
  during("stream attribute", mode, [] {
    cudaStreamAttrValue value{};
    return cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value);
  });
  during("priority and flags", mode, [] {
    int priority = 0;
    return cudaStreamGetPriority(stream, &priority);
  });
}

void several_streams() {
  const auto mode = cudaStreamCaptureModeGlobal;
  std::printf("several streams\n");
  during("fork without join", mode, [] {
    cudaEventRecord(event, stream);
    return cudaStreamWaitEvent(other, event, 0);
  });
  std::printf("  the other is %s\n", state(other));
  during("fork with work, without join", mode, [] {
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    store<<<1, 1, 0, other>>>(place, 1);
    return cudaPeekAtLastError();
  });
  std::printf("  the other is %s\n", state(other));
  during("fork and join", mode, [] {
    store<<<1, 1, 0, stream>>>(place, 1);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    store<<<1, 1, 0, stream>>>(place, 2);
    store<<<1, 1, 0, other>>>(place + 1, 3);
    std::printf("  the other is %s\n", state(other));
    cudaEventRecord(second_event, other);
    return cudaStreamWaitEvent(stream, second_event, 0);
  });
  during("fork, join and a kernel", mode, [] {
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    store<<<1, 1, 0, stream>>>(place, 2);
    store<<<1, 1, 0, other>>>(place + 1, 3);
    cudaEventRecord(second_event, other);
    cudaStreamWaitEvent(stream, second_event, 0);
    store<<<1, 1, 0, stream>>>(place, 4);
    return cudaPeekAtLastError();
  });
  during("the other ends", mode, [] {
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    cudaGraph_t graph;
    const cudaError_t error = cudaStreamEndCapture(other, &graph);
    cudaGetLastError();
    return error;
  });
  during("query a captured event", mode, [] {
    cudaEventRecord(event, stream);
    return cudaEventQuery(event);
  });
  during("synchronize a captured event", mode, [] {
    cudaEventRecord(event, stream);
    return cudaEventSynchronize(event);
  });
  during("elapsed between captured events", mode, [] {
    float time = 0;
    cudaEventRecord(event, stream);
    return cudaEventElapsedTime(&time, event, event);
  });
  during("the legacy stream waits for a captured event", mode, [] {
    cudaEventRecord(event, stream);
    return cudaStreamWaitEvent(nullptr, event, 0);
  });
  during("destroy a captured event", mode, [] {
    cudaEvent_t created;
    cudaEventCreate(&created);
    cudaEventRecord(created, stream);
    return cudaEventDestroy(created);
  });
  std::printf("  recorded in a capture that is over: ");
  say("query", cudaEventQuery(event));
  say("wait for it", cudaStreamWaitEvent(other, event, 0));
  during("wait for it in a capture", mode, [] { return cudaStreamWaitEvent(stream, event, 0); });
  during("two captures meet", mode, [] {
    const cudaError_t begun = cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
    std::printf("  second capture %s\n", cudaGetErrorName(begun));
    cudaEventRecord(event, other);
    const cudaError_t error = cudaStreamWaitEvent(stream, event, 0);
    cudaGetLastError();
    cudaGraph_t graph = nullptr;
    std::printf("  second ends %s\n", cudaGetErrorName(cudaStreamEndCapture(other, &graph)));
    cudaGetLastError();
    return error;
  });
  during("ended by another thread", mode, [] {
    cudaError_t error = cudaSuccess;
    std::thread([&] {
      cudaGraph_t graph = nullptr;
      error = cudaStreamEndCapture(stream, &graph);
    }).join();
    return error;
  });
  during("malloc by another thread", mode, [] {
    cudaError_t error = cudaSuccess;
    void* pointer;
    std::thread([&] { error = cudaMalloc(&pointer, 64); }).join();
    return error;
  });
  during("malloc by another thread, thread-local", cudaStreamCaptureModeThreadLocal, [] {
    cudaError_t error = cudaSuccess;
    void* pointer;
    std::thread([&] { error = cudaMalloc(&pointer, 64); }).join();
    return error;
  });
  during("malloc, relaxed by exchange", mode, [] {
    cudaStreamCaptureMode relaxed = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&relaxed);
    std::printf("  mode was %d\n", relaxed);
    void* pointer;
    const cudaError_t error = cudaMalloc(&pointer, 64);
    cudaThreadExchangeStreamCaptureMode(&relaxed);
    return error;
  });
}

void information() {
  std::printf("information\n");
  cudaStreamCaptureStatus status;
  unsigned long long id = 99;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  size_t count = 99;
  say("not capturing",
      cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, nullptr, &count));
  std::printf("  %d\n", status);
  say("null status", cudaStreamGetCaptureInfo(stream, nullptr));
  say("legacy", cudaStreamGetCaptureInfo(nullptr, &status));
  std::printf("  %d\n", status);
  say("is capturing, legacy", cudaStreamIsCapturing(nullptr, &status));
  say("is capturing, null", cudaStreamIsCapturing(stream, nullptr));
  say("begin in the legacy stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  say("begin in the legacy stream, relaxed",
      cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
  say("begin with mode 9", cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(9)));
  say("end, not begun", cudaStreamEndCapture(stream, &graph));
  say("end in the legacy stream", cudaStreamEndCapture(nullptr, &graph));
  say("update, not begun", cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0));
  say("begin in the per-thread stream",
      cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
  say("end in the per-thread stream", cudaStreamEndCapture(cudaStreamPerThread, &graph));
  say("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  say("legacy while another captures", cudaStreamGetCaptureInfo(nullptr, &status));
  say("is capturing, legacy while another does", cudaStreamIsCapturing(nullptr, &status));
  store<<<1, 1, 0, stream>>>(place, 1);
  say("information",
      cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, nullptr, &count));
  std::printf("  %d, id %d, graph %d, dependencies %zu\n", status, id != 99 && id != 0,
              graph != nullptr, count);
  cudaGraphNode_t first = dependencies[0], added;
  say("node added by hand", cudaGraphAddEmptyNode(&added, graph, &first, 1));
  say("set dependencies", cudaStreamUpdateCaptureDependencies(stream, &added, nullptr, 1,
                                                              cudaStreamSetCaptureDependencies));
  store<<<1, 1, 0, stream>>>(place, 2);
  say("add dependencies", cudaStreamUpdateCaptureDependencies(stream, &first, nullptr, 1,
                                                              cudaStreamAddCaptureDependencies));
  say("update, flags 7", cudaStreamUpdateCaptureDependencies(stream, &first, nullptr, 1, 7));
  store<<<1, 1, 0, stream>>>(place, 3);
  say("end, null", cudaStreamEndCapture(stream, nullptr));
  graph = nullptr;
  say("end", cudaStreamEndCapture(stream, &graph));
  describe(graph);
  say("begin to a graph, null", cudaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0,
                                                              cudaStreamCaptureModeGlobal));
  cudaGraph_t target;
  cudaGraphCreate(&target, 0);
  cudaGraphAddEmptyNode(&first, target, nullptr, 0);
  say("begin to a graph", cudaStreamBeginCaptureToGraph(stream, target, &first, nullptr, 1,
                                                        cudaStreamCaptureModeGlobal));
  store<<<1, 1, 0, stream>>>(place, 3);
  cudaGraph_t ended = nullptr;
  say("end", cudaStreamEndCapture(stream, &ended));
  std::printf("  the same graph %d\n", ended == target);
  describe(target);
  cudaStreamCaptureMode mode = static_cast<cudaStreamCaptureMode>(9);
  mode = cudaStreamCaptureModeThreadLocal;
  say("exchange mode", cudaThreadExchangeStreamCaptureMode(&mode));
  std::printf("  was %d\n", mode);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStream_t dying;
  cudaStreamCreate(&dying);
  cudaStreamBeginCapture(dying, cudaStreamCaptureModeRelaxed);
  say("destroy a capturing stream", cudaStreamDestroy(dying));
  say("malloc after that", cudaMalloc(&place, 4096));
}

int main() {
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaEventCreate(&second_event);
  cudaEventRecord(second_event, other);
  cudaMalloc(&place, 4096);
  cudaMallocHost(&pinned, 4096);
  cudaDeviceSynchronize();
  information();
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                    cudaStreamCaptureModeRelaxed})
    in_mode(mode);
  asynchronous_calls();
  several_streams();
  std::printf("blocking streams\n");
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  for (auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                    cudaStreamCaptureModeRelaxed})
    in_mode(mode);
  several_streams();
  return 0;
}
