// Running graphs: instantiation, updates, changed parameters, memory nodes. One line a call.
//
//   nvcc -o graph_execution graph_execution.cu && ./graph_execution > graph_execution_h200.txt
//
// On a GPU, that is: the record is what the emulator's graphs are held against.
#include <cstring>

#include "say.h"

__global__ void store(int* place, int value) { *place = value; }
__global__ void add(int* place, int value) { *place += value; }
int calls = 0;
void count_call(void* step) { calls += *static_cast<int*>(step); }

cudaGraphNode_t add_kernel(cudaGraph_t graph, void (*kernel)(int*, int), int* place, int value,
                           cudaGraphNode_t after = nullptr) {
  cudaKernelNodeParams parameters{};
  void* arguments[] = {&place, &value};
  parameters.func = reinterpret_cast<void*>(kernel);
  parameters.gridDim = 1;
  parameters.blockDim = 1;
  parameters.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  cudaGraphAddKernelNode(&node, graph, &after, after != nullptr, &parameters);
  return node;
}

int read(int* place) {
  int value = -1;
  cudaMemcpy(&value, place, 4, cudaMemcpyDeviceToHost);
  return value;
}

void update(const char* what, cudaGraphExec_t exec, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info;
  std::memset(&info, 0, sizeof info);
  say(what, cudaGraphExecUpdate(exec, graph, &info));
  std::printf("  result %d, node %d, from %d\n", info.result, info.errorNode != nullptr,
              info.errorFromNode != nullptr);
}

int main() {
  int *place, host = 5, step = 1;
  cudaMalloc(&place, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph, empty;
  cudaGraphExec_t exec, other_exec;
  cudaGraphCreate(&empty, 0);
  say("instantiate, null result", cudaGraphInstantiate(nullptr, empty, 0));
  say("instantiate, null graph", cudaGraphInstantiate(&exec, nullptr, 0));
  say("instantiate, flags 0x100", cudaGraphInstantiate(&exec, empty, 0x100));
  say("instantiate, empty", cudaGraphInstantiate(&other_exec, empty, 0));
  say("launch, empty", cudaGraphLaunch(other_exec, stream));
  say("launch, null", cudaGraphLaunch(nullptr, stream));
  say("upload, null", cudaGraphUpload(nullptr, stream));
  say("upload", cudaGraphUpload(other_exec, stream));
  say("exec destroy, null", cudaGraphExecDestroy(nullptr));
  cudaGraphInstantiateParams how{};
  how.flags = cudaGraphInstantiateFlagUpload;
  how.uploadStream = stream;
  say("instantiate with parameters", cudaGraphInstantiateWithParams(&exec, empty, &how));
  std::printf("  result %d\n", how.result_out);
  unsigned long long flags = 99;
  say("flags", cudaGraphExecGetFlags(exec, &flags));
  std::printf("  %llu\n", flags);
  cudaGraphInstantiateWithFlags(
      &exec, empty,
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority);
  cudaGraphExecGetFlags(exec, &flags);
  std::printf("  %llu\n", flags);

  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first = add_kernel(graph, store, place, 10);
  cudaGraphNode_t second = add_kernel(graph, add, place, 5, first);
  cudaHostNodeParams function{count_call, &step};
  cudaGraphNode_t call, copy, fill;
  cudaGraphAddHostNode(&call, graph, &second, 1, &function);
  cudaGraphAddMemcpyNode1D(&copy, graph, &call, 1, &host, place, 4, cudaMemcpyDeviceToHost);
  cudaMemsetParams bytes{};
  bytes.dst = place + 8;
  bytes.elementSize = 2;
  bytes.width = 4;
  bytes.height = 1;
  bytes.value = 0x0102;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &bytes);
  say("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  say("launch", cudaGraphLaunch(exec, stream));
  cudaStreamSynchronize(stream);
  std::printf("  host %d, calls %d, filled %x %x\n", host, calls, read(place + 8), read(place + 9));
  say("launch, legacy stream", cudaGraphLaunch(exec, nullptr));
  cudaDeviceSynchronize();
  std::printf("  calls %d\n", calls);

  int value = 20;
  void* arguments[] = {&place, &value};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(store);
  parameters.gridDim = 1;
  parameters.blockDim = 1;
  parameters.kernelParams = arguments;
  say("exec kernel parameters", cudaGraphExecKernelNodeSetParams(exec, first, &parameters));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("  host %d\n", host);
  parameters.func = reinterpret_cast<void*>(add);
  say("exec kernel parameters, another function",
      cudaGraphExecKernelNodeSetParams(exec, first, &parameters));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("  host %d\n", host);
  parameters.blockDim = 2048;
  say("exec kernel parameters, 2048 threads",
      cudaGraphExecKernelNodeSetParams(exec, first, &parameters));
  parameters.blockDim = 1;
  say("exec kernel parameters of another kind",
      cudaGraphExecKernelNodeSetParams(exec, copy, &parameters));
  say("exec kernel parameters, node of no exec",
      cudaGraphExecKernelNodeSetParams(other_exec, first, &parameters));
  say("exec memcpy 1D",
      cudaGraphExecMemcpyNodeSetParams1D(exec, copy, &host, place + 8, 4, cudaMemcpyDeviceToHost));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("  host %x\n", host);
  say("exec memcpy 1D, other direction",
      cudaGraphExecMemcpyNodeSetParams1D(exec, copy, place, &host, 4, cudaMemcpyHostToDevice));
  say("exec memcpy 1D, null",
      cudaGraphExecMemcpyNodeSetParams1D(exec, copy, nullptr, place, 4, cudaMemcpyDeviceToHost));
  bytes.value = 0x0405;
  say("exec memset", cudaGraphExecMemsetNodeSetParams(exec, fill, &bytes));
  bytes.elementSize = 1;
  bytes.value = 4;
  say("exec memset, other elements", cudaGraphExecMemsetNodeSetParams(exec, fill, &bytes));
  bytes.height = 2;
  bytes.pitch = 16;
  say("exec memset, two rows", cudaGraphExecMemsetNodeSetParams(exec, fill, &bytes));
  int ten = 10;
  function.userData = &ten;
  say("exec host", cudaGraphExecHostNodeSetParams(exec, call, &function));
  calls = 0;
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("  calls %d\n", calls);

  unsigned is_enabled = 9;
  say("enabled", cudaGraphNodeGetEnabled(exec, first, &is_enabled));
  std::printf("  %u\n", is_enabled);
  say("disable", cudaGraphNodeSetEnabled(exec, first, 0));
  say("disable a host node", cudaGraphNodeSetEnabled(exec, call, 0));
  say("disable a copy", cudaGraphNodeSetEnabled(exec, copy, 0));
  say("disable a fill", cudaGraphNodeSetEnabled(exec, fill, 0));
  say("disable another exec's", cudaGraphNodeSetEnabled(other_exec, fill, 0));
  cudaGraphNodeGetEnabled(exec, first, &is_enabled);
  std::printf("  %u\n", is_enabled);

  cudaGraph_t same, changed;
  auto make = [&](cudaGraph_t& made, void (*kernel)(int*, int), int number, int nodes) {
    cudaGraphCreate(&made, 0);
    cudaGraphNode_t last = add_kernel(made, kernel, place, number);
    for (int i = 1; i < nodes; ++i) last = add_kernel(made, add, place, number, last);
  };
  cudaGraphExec_t updated;
  make(same, store, 1, 2);
  cudaGraphInstantiate(&updated, same, 0);
  make(changed, store, 3, 2);
  update("update, other arguments", updated, changed);
  cudaGraphLaunch(updated, stream);
  cudaStreamSynchronize(stream);
  std::printf("  %d\n", read(place));
  make(changed, add, 3, 2);
  update("update, another kernel", updated, changed);
  make(changed, store, 3, 3);
  update("update, more nodes", updated, changed);
  make(changed, store, 3, 1);
  update("update, fewer nodes", updated, changed);
  cudaGraphCreate(&changed, 0);
  cudaGraphNode_t node;
  add_kernel(changed, store, place, 3);
  cudaGraphAddEmptyNode(&node, changed, nullptr, 0);
  update("update, another type and edge", updated, changed);
  cudaGraphCreate(&changed, 0);
  first = add_kernel(changed, store, place, 3);
  cudaGraphAddEmptyNode(&node, changed, &first, 1);
  update("update, another type", updated, changed);
  cudaGraphCreate(&changed, 0);
  add_kernel(changed, store, place, 3);
  add_kernel(changed, add, place, 3);
  update("update, without the edge", updated, changed);
  say("update, null graph", cudaGraphExecUpdate(updated, nullptr, nullptr));
  auto copies = [&](cudaGraph_t& made, void* to, void* from, size_t size, cudaMemcpyKind kind) {
    cudaGraphCreate(&made, 0);
    cudaGraphAddMemcpyNode1D(&node, made, nullptr, 0, to, from, size, kind);
  };
  copies(same, place, &host, 4, cudaMemcpyHostToDevice);
  cudaGraphInstantiate(&updated, same, 0);
  copies(changed, place + 4, &host, 8, cudaMemcpyHostToDevice);
  update("update, a copy of more", updated, changed);
  copies(changed, &host, place, 4, cudaMemcpyDeviceToHost);
  update("update, a copy back", updated, changed);

  cudaGraph_t memory;
  cudaGraphCreate(&memory, 0);
  cudaMemAllocNodeParams room{};
  room.poolProps.allocType = cudaMemAllocationTypePinned;
  room.poolProps.location = {cudaMemLocationTypeDevice, 0};
  room.bytesize = 1024;
  cudaGraphNode_t allocation, release;
  say("alloc node", cudaGraphAddMemAllocNode(&allocation, memory, nullptr, 0, &room));
  std::printf("  an address %d\n", room.dptr != nullptr);
  cudaMemAllocNodeParams got{};
  say("alloc parameters", cudaGraphMemAllocNodeGetParams(allocation, &got));
  std::printf("  the same %d, %zu bytes\n", got.dptr == room.dptr, got.bytesize);
  cudaGraphNode_t use = add_kernel(memory, store, static_cast<int*>(room.dptr), 77, allocation);
  cudaGraphAddMemcpyNode1D(&copy, memory, &use, 1, &host, room.dptr, 4, cudaMemcpyDeviceToHost);
  cudaGraphExec_t holds, frees;
  say("instantiate, not freed", cudaGraphInstantiate(&holds, memory, 0));
  say("launch it", cudaGraphLaunch(holds, stream));
  cudaStreamSynchronize(stream);
  std::printf("  host %d, outside %d\n", host, read(static_cast<int*>(room.dptr)));
  say("launch it again", cudaGraphLaunch(holds, stream));
  cudaPointerAttributes attributes{};
  say("pointer attributes", cudaPointerGetAttributes(&attributes, room.dptr));
  std::printf("  type %d\n", attributes.type);
  say("free it", cudaFreeAsync(room.dptr, stream));
  say("launch it after that", cudaGraphLaunch(holds, stream));
  say("free it in order", cudaFree(room.dptr));
  say("instantiate twice", cudaGraphInstantiate(&frees, memory, 0));
  say("clone", cudaGraphClone(&changed, memory));
  say("as a child", cudaGraphAddChildGraphNode(&node, empty, nullptr, 0, memory));
  say("exec destroy", cudaGraphExecDestroy(holds));
  say("instantiate, freed on launch",
      cudaGraphInstantiate(&frees, memory, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  say("launch it", cudaGraphLaunch(frees, stream));
  say("launch it again", cudaGraphLaunch(frees, stream));
  say("exec destroy", cudaGraphExecDestroy(frees));
  cudaGraph_t pair;
  cudaGraphCreate(&pair, 0);
  room.bytesize = 512;
  cudaGraphAddMemAllocNode(&allocation, pair, nullptr, 0, &room);
  say("free node", cudaGraphAddMemFreeNode(&release, pair, &allocation, 1, room.dptr));
  void* freed = nullptr;
  say("free parameters", cudaGraphMemFreeNodeGetParams(release, &freed));
  std::printf("  the same %d\n", freed == room.dptr);
  say("free node, again", cudaGraphAddMemFreeNode(&node, pair, &release, 1, room.dptr));
  say("free node, null", cudaGraphAddMemFreeNode(&node, pair, nullptr, 0, nullptr));
  say("destroy the alloc node", cudaGraphDestroyNode(allocation));
  say("instantiate", cudaGraphInstantiate(&frees, pair, 0));
  say("launch", cudaGraphLaunch(frees, stream));
  say("launch again", cudaGraphLaunch(frees, stream));
  say("synchronize", cudaStreamSynchronize(stream));
  room.bytesize = 0;
  say("alloc node, 0 bytes", cudaGraphAddMemAllocNode(&allocation, pair, nullptr, 0, &room));
  unsigned long long number = 0;
  say("graph memory in use",
      cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &number));
  say("graph memory trim", cudaDeviceGraphMemTrim(0));
  say("graph memory attribute 9",
      cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(9), &number));

  cudaGraph_t faulty;
  cudaGraphCreate(&faulty, 0);
  add_kernel(faulty, store, nullptr, 1);
  cudaGraphInstantiate(&exec, faulty, 0);
  say("launch a kernel that fails", cudaGraphLaunch(exec, stream));
  say("synchronize", cudaStreamSynchronize(stream));
  return 0;
}
