// Building graphs: what each call accepts, and the shape that comes out. One line a call.
//
//   nvcc -o graph_construction graph_construction.cu
//   ./graph_construction > graph_construction_h200.txt
//
// On a GPU, that is: the record is what the emulator's graphs are held against.
#include <vector>

#include "say.h"

__global__ void store(int* place, int value) { *place = value; }
__device__ int variable[4];
void host_function(void*) {}

/// Nodes by type and edges by index, in the order in which the runtime lists them.
void describe(const char* what, cudaGraph_t graph) {
  size_t nodes = 0, edges = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  std::vector<cudaGraphNode_t> node(nodes), from(edges), to(edges);
  std::vector<cudaGraphEdgeData> data(edges);
  cudaGraphGetNodes(graph, node.data(), &nodes);
  if (edges != 0) cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &edges);
  std::printf("%s: nodes", what);
  for (cudaGraphNode_t each : node) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(each, &type);
    std::printf(" %d", static_cast<int>(type));
  }
  std::printf(", %d roots, edges", static_cast<int>(roots));
  auto index = [&](cudaGraphNode_t wanted) {
    for (size_t i = 0; i < nodes; ++i)
      if (node[i] == wanted) return static_cast<int>(i);
    return -1;
  };
  for (size_t i = 0; i < edges; ++i) std::printf(" %d-%d", index(from[i]), index(to[i]));
  std::printf("\n");
}

int main() {
  int *place, host = 0;
  cudaMalloc(&place, 4096);
  cudaGraph_t graph, other, child;
  cudaGraphNode_t a, b, c, d, node, far;
  say("create, null", cudaGraphCreate(nullptr, 0));
  say("create, flags 1", cudaGraphCreate(&graph, 1));
  say("create", cudaGraphCreate(&graph, 0));
  say("destroy, null", cudaGraphDestroy(nullptr));
  cudaGraphCreate(&other, 0);
  cudaGraphCreate(&child, 0);

  say("empty node", cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  say("empty node, after one", cudaGraphAddEmptyNode(&b, graph, &a, 1));
  say("empty node, null result", cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
  say("empty node, null graph", cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0));
  say("empty node, null dependencies", cudaGraphAddEmptyNode(&node, graph, nullptr, 1));
  cudaGraphAddEmptyNode(&far, other, nullptr, 0);
  say("empty node, after another graph's", cudaGraphAddEmptyNode(&node, graph, &far, 1));
  cudaGraphNode_t twice[] = {a, a};
  say("empty node, after one twice", cudaGraphAddEmptyNode(&node, graph, twice, 2));
  cudaGraphNode_t null_node = nullptr;
  say("empty node, after null", cudaGraphAddEmptyNode(&node, graph, &null_node, 1));
  describe("so far", graph);

  int value = 7;
  void* arguments[] = {&place, &value};
  cudaKernelNodeParams kernel{};
  say("kernel node, null parameters", cudaGraphAddKernelNode(&c, graph, nullptr, 0, nullptr));
  kernel.gridDim = 1;
  kernel.blockDim = 1;
  kernel.kernelParams = arguments;
  say("kernel node, null function", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.func = &host;
  say("kernel node, no kernel", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.func = reinterpret_cast<void*>(store);
  kernel.blockDim = 2048;
  say("kernel node, 2048 threads", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.blockDim = 0;
  say("kernel node, empty block", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.blockDim = 1;
  kernel.gridDim = 0;
  say("kernel node, empty grid", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.gridDim = 1;
  kernel.sharedMemBytes = 300000;
  say("kernel node, 300000 bytes shared", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.sharedMemBytes = 0;
  kernel.kernelParams = nullptr;
  say("kernel node, no arguments", cudaGraphAddKernelNode(&c, graph, nullptr, 0, &kernel));
  kernel.kernelParams = arguments;
  say("kernel node", cudaGraphAddKernelNode(&c, graph, &b, 1, &kernel));
  cudaKernelNodeParams got{};
  say("kernel node parameters", cudaGraphKernelNodeGetParams(c, &got));
  std::printf("  same function %d, grid %u, block %u, shared %u, value %d, extra %d\n",
              got.func == kernel.func, got.gridDim.x, got.blockDim.x, got.sharedMemBytes,
              got.kernelParams ? *static_cast<int*>(got.kernelParams[1]) : -1,
              got.extra != nullptr);
  say("kernel node parameters of an empty node", cudaGraphKernelNodeGetParams(a, &got));
  say("kernel node parameters, null", cudaGraphKernelNodeGetParams(c, nullptr));
  value = 8;
  kernel.gridDim = 3;
  say("kernel node, set parameters", cudaGraphKernelNodeSetParams(c, &kernel));
  kernel.blockDim = 2048;
  say("kernel node, set bad parameters", cudaGraphKernelNodeSetParams(c, &kernel));
  kernel.blockDim = 1;
  cudaGraphKernelNodeGetParams(c, &got);
  std::printf("  grid %u, value %d\n", got.gridDim.x, *static_cast<int*>(got.kernelParams[1]));
  cudaLaunchAttributeValue attribute{};
  say("get attribute priority",
      cudaGraphKernelNodeGetAttribute(c, cudaLaunchAttributePriority, &attribute));
  std::printf("  priority %d\n", attribute.priority);
  attribute.priority = -2;
  say("set attribute priority",
      cudaGraphKernelNodeSetAttribute(c, cudaLaunchAttributePriority, &attribute));
  attribute.priority = -99;
  say("set attribute priority -99",
      cudaGraphKernelNodeSetAttribute(c, cudaLaunchAttributePriority, &attribute));
  cudaGraphKernelNodeGetAttribute(c, cudaLaunchAttributePriority, &attribute);
  std::printf("  priority %d\n", attribute.priority);
  say("get attribute cooperative",
      cudaGraphKernelNodeGetAttribute(c, cudaLaunchAttributeCooperative, &attribute));
  std::printf("  cooperative %d\n", attribute.cooperative);
  say("get attribute 99",
      cudaGraphKernelNodeGetAttribute(c, static_cast<cudaLaunchAttributeID>(99), &attribute));
  say("get attribute of an empty node",
      cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributePriority, &attribute));

  say("memcpy 1D, null destination",
      cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, nullptr, &host, 4, cudaMemcpyHostToDevice));
  say("memcpy 1D, null source",
      cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, place, nullptr, 4, cudaMemcpyHostToDevice));
  say("memcpy 1D, kind 9", cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, place, &host, 4,
                                                    static_cast<cudaMemcpyKind>(9)));
  say("memcpy 1D, 0 bytes",
      cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, place, &host, 0, cudaMemcpyHostToDevice));
  say("memcpy 1D, swapped",
      cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, &host, place, 4, cudaMemcpyHostToDevice));
  say("memcpy 1D, past the end", cudaGraphAddMemcpyNode1D(&d, graph, nullptr, 0, place, &host,
                                                          size_t{1} << 30, cudaMemcpyHostToDevice));
  say("memcpy 1D",
      cudaGraphAddMemcpyNode1D(&d, graph, &c, 1, &host, place, 4, cudaMemcpyDeviceToHost));
  describe("with a copy", graph);
  cudaMemcpy3DParms copy{};
  say("memcpy parameters", cudaGraphMemcpyNodeGetParams(d, &copy));
  std::printf("  extent %zu %zu %zu, kind %d, pitches %d %d, same ends %d %d\n", copy.extent.width,
              copy.extent.height, copy.extent.depth, copy.kind, static_cast<int>(copy.srcPtr.pitch),
              static_cast<int>(copy.dstPtr.pitch), copy.srcPtr.ptr == place,
              copy.dstPtr.ptr == &host);
  say("memcpy parameters of a kernel node", cudaGraphMemcpyNodeGetParams(c, &copy));
  say("memcpy, set parameters 1D",
      cudaGraphMemcpyNodeSetParams1D(d, &host, place + 1, 4, cudaMemcpyDeviceToHost));
  say("memcpy, set parameters 1D, other direction",
      cudaGraphMemcpyNodeSetParams1D(d, place, &host, 4, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms empty_copy{};
  say("memcpy, no ends", cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &empty_copy));
  say("memcpy, null parameters", cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  copy = {};
  copy.srcPtr = make_cudaPitchedPtr(place, 16, 16, 4);
  copy.dstPtr = make_cudaPitchedPtr(place + 512, 16, 16, 4);
  copy.extent = make_cudaExtent(16, 4, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  say("memcpy 3D", cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy));
  copy.srcPtr.pitch = 8;
  say("memcpy 3D, narrow pitch", cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy));
  say("memcpy to symbol", cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, variable, &host,
                                                         4, 0, cudaMemcpyHostToDevice));
  say("memcpy from symbol",
      cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, &host, variable, 4, 4,
                                       cudaMemcpyDeviceToHost));
  say("memcpy to symbol, not one",
      cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, &host, &host, 4, 0,
                                     cudaMemcpyHostToDevice));
  say("memcpy to symbol, past the end",
      cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, variable, &host, 64, 0,
                                     cudaMemcpyHostToDevice));

  cudaMemsetParams fill{};
  fill.dst = place;
  fill.elementSize = 4;
  fill.width = 16;
  fill.height = 1;
  fill.value = 0x01020304;
  say("memset", cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  cudaMemsetParams fill_got{};
  say("memset parameters", cudaGraphMemsetNodeGetParams(node, &fill_got));
  std::printf("  value %x, element %u, width %zu, height %zu, pitch %zu\n", fill_got.value,
              fill_got.elementSize, fill_got.width, fill_got.height, fill_got.pitch);
  auto try_fill = [&](const char* what, auto change) {
    cudaMemsetParams changed = fill;
    change(changed);
    say(what, cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &changed));
  };
  try_fill("memset, elements of 3 bytes", [](auto& p) { p.elementSize = 3; });
  try_fill("memset, null destination", [](auto& p) { p.dst = nullptr; });
  try_fill("memset, host destination", [&](auto& p) { p.dst = &host; });
  try_fill("memset, width 0", [](auto& p) { p.width = 0; });
  try_fill("memset, height 0", [](auto& p) { p.height = 0; });
  try_fill("memset, value too wide for 1 byte", [](auto& p) { p.elementSize = 1; });
  try_fill("memset, unaligned", [](auto& p) { p.dst = static_cast<char*>(p.dst) + 1; });
  try_fill("memset, past the end", [](auto& p) { p.width = size_t{1} << 30; });
  try_fill("memset, two rows, pitch 64", [](auto& p) {
    p.height = 2;
    p.pitch = 64;
  });
  try_fill("memset, two rows, pitch 8", [](auto& p) {
    p.height = 2;
    p.pitch = 8;
  });
  say("memset, null parameters", cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));

  cudaHostNodeParams function{};
  say("host node, null function", cudaGraphAddHostNode(&node, graph, nullptr, 0, &function));
  function.fn = host_function;
  say("host node", cudaGraphAddHostNode(&node, graph, nullptr, 0, &function));
  say("host parameters", cudaGraphHostNodeGetParams(node, &function));
  say("host parameters of another kind", cudaGraphHostNodeGetParams(c, &function));

  say("child, null", cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
  cudaGraphAddEmptyNode(&node, child, nullptr, 0);
  cudaGraphNode_t child_node;
  say("child", cudaGraphAddChildGraphNode(&child_node, graph, &d, 1, child));
  cudaGraph_t embedded;
  say("child's graph", cudaGraphChildGraphNodeGetGraph(child_node, &embedded));
  std::printf("  the same handle %d\n", embedded == child);
  cudaGraphAddEmptyNode(&node, child, nullptr, 0);
  describe("embedded", embedded);

  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaGraphNode_t record, wait;
  say("event record, null event", cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, nullptr));
  say("event record", cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  say("event wait", cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  cudaEvent_t got_event;
  say("event of the record", cudaGraphEventRecordNodeGetEvent(record, &got_event));
  std::printf("  the same %d\n", got_event == event);
  say("event of the record as a wait", cudaGraphEventWaitNodeGetEvent(record, &got_event));
  say("event of the wait, set", cudaGraphEventWaitNodeSetEvent(wait, event));
  describe("all kinds", graph);

  cudaGraph_t shape;
  cudaGraphCreate(&shape, 0);
  cudaGraphNode_t n[4];
  for (auto& each : n) cudaGraphAddEmptyNode(&each, shape, nullptr, 0);
  cudaGraphNode_t from[] = {n[0], n[1], n[2]}, to[] = {n[1], n[2], n[0]};
  say("dependencies", cudaGraphAddDependencies(shape, from, to, nullptr, 2));
  describe("chain", shape);
  say("dependency, there already", cudaGraphAddDependencies(shape, from, to, nullptr, 1));
  say("dependency on itself", cudaGraphAddDependencies(shape, n, n, nullptr, 1));
  say("dependency across graphs", cudaGraphAddDependencies(shape, n, &far, nullptr, 1));
  say("dependencies, none", cudaGraphAddDependencies(shape, nullptr, nullptr, nullptr, 0));
  say("dependencies, null", cudaGraphAddDependencies(shape, nullptr, nullptr, nullptr, 1));
  say("dependency that closes a cycle",
      cudaGraphAddDependencies(shape, from + 2, to + 2, nullptr, 1));
  describe("cycle", shape);
  cudaGraphExec_t exec;
  say("instantiate a cycle", cudaGraphInstantiate(&exec, shape, 0));
  say("remove a dependency", cudaGraphRemoveDependencies(shape, from + 2, to + 2, nullptr, 1));
  say("remove it again", cudaGraphRemoveDependencies(shape, from + 2, to + 2, nullptr, 1));
  cudaGraphAddDependencies(shape, n, n + 3, nullptr, 1);
  describe("tree", shape);
  size_t count = 0;
  say("dependents, count", cudaGraphNodeGetDependentNodes(n[0], nullptr, nullptr, &count));
  std::printf("  %zu\n", count);
  cudaGraphNode_t out[4] = {n[3], n[3], n[3], n[3]};
  count = 4;
  say("dependents", cudaGraphNodeGetDependentNodes(n[0], out, nullptr, &count));
  std::printf("  %zu, %d %d %d\n", count, out[0] == n[1], out[1] == n[3], out[2] == nullptr);
  count = 1;
  say("dependents, room for 1", cudaGraphNodeGetDependentNodes(n[0], out, nullptr, &count));
  std::printf("  %zu\n", count);
  say("dependencies of a node, count",
      cudaGraphNodeGetDependencies(n[2], nullptr, nullptr, &count));
  std::printf("  %zu\n", count);
  count = 2;
  say("nodes, room for 2", cudaGraphGetNodes(shape, out, &count));
  std::printf("  %zu\n", count);
  say("nodes, null count", cudaGraphGetNodes(shape, out, nullptr));
  say("edges, null graph", cudaGraphGetEdges(nullptr, nullptr, nullptr, nullptr, &count));
  say("type, null node", cudaGraphNodeGetType(nullptr, nullptr));
  say("destroy a node", cudaGraphDestroyNode(n[1]));
  say("destroy null node", cudaGraphDestroyNode(nullptr));
  describe("without it", shape);

  cudaGraph_t clone;
  cudaGraphNode_t found;
  say("clone", cudaGraphClone(&clone, shape));
  say("clone, null", cudaGraphClone(&clone, nullptr));
  describe("clone", clone);
  say("find in clone", cudaGraphNodeFindInClone(&found, n[2], clone));
  say("find in clone, of another graph", cudaGraphNodeFindInClone(&found, far, clone));
  say("find in no clone", cudaGraphNodeFindInClone(&found, n[2], other));

  cudaGraphNodeParams any{};
  any.type = cudaGraphNodeTypeEmpty;
  say("add node, empty", cudaGraphAddNode(&node, shape, nullptr, nullptr, 0, &any));
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = reinterpret_cast<void*>(store);
  any.kernel.gridDim = dim3(2);
  any.kernel.blockDim = dim3(32);
  any.kernel.kernelParams = arguments;
  say("add node, kernel", cudaGraphAddNode(&node, shape, n, nullptr, 1, &any));
  any.kernel.gridDim = dim3(4);
  say("set node parameters", cudaGraphNodeSetParams(node, &any));
  any = {};
  any.type = static_cast<cudaGraphNodeType>(77);
  say("add node, type 77", cudaGraphAddNode(&node, shape, nullptr, nullptr, 0, &any));
  say("add node, null", cudaGraphAddNode(&node, shape, nullptr, nullptr, 0, nullptr));
  describe("with both", shape);
  say("dot, null path", cudaGraphDebugDotPrint(shape, nullptr, 0));
  say("dot, no such folder", cudaGraphDebugDotPrint(shape, "/missing/graph.dot", 0));

  static int destroyed = 0;
  auto destroy = [](void* data) { ++*static_cast<int*>(data); };
  cudaUserObject_t object;
  say("user object, flags 0", cudaUserObjectCreate(&object, &destroyed, destroy, 1, 0));
  say("user object, no references",
      cudaUserObjectCreate(&object, &destroyed, destroy, 0, cudaUserObjectNoDestructorSync));
  say("user object, null function",
      cudaUserObjectCreate(&object, &destroyed, nullptr, 1, cudaUserObjectNoDestructorSync));
  say("user object",
      cudaUserObjectCreate(&object, &destroyed, destroy, 1, cudaUserObjectNoDestructorSync));
  say("retain", cudaUserObjectRetain(object, 1));
  say("retain 0", cudaUserObjectRetain(object, 0));
  say("graph retains", cudaGraphRetainUserObject(shape, object, 1, 0));
  say("graph takes over", cudaGraphRetainUserObject(shape, object, 1, cudaGraphUserObjectMove));
  say("graph retains, flags 2", cudaGraphRetainUserObject(shape, object, 1, 2));
  say("release", cudaUserObjectRelease(object, 1));
  say("graph releases 5", cudaGraphReleaseUserObject(shape, object, 5));
  say("destroy its graph", cudaGraphDestroy(shape));
  cudaDeviceSynchronize();
  say("destroy the graph", cudaGraphDestroy(graph));
  say("destroy the clone", cudaGraphDestroy(clone));
  return 0;
}
