// Graphs that allocate, each destroyed once it is instantiated: the next one may lie at its address.
// out: 4 of 4 graphs instantiated
// out: 4 of 4 graphs launched
#include <cstdio>

int main() {
  constexpr int kGraphs = 4;
  cudaGraphExec_t execs[kGraphs];
  int instantiated = 0, launched = 0;
  for (cudaGraphExec_t& exec : execs) {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaMemAllocNodeParams allocation{};
    allocation.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.poolProps.location = {cudaMemLocationTypeDevice, 0};
    allocation.bytesize = 1 << 20;
    cudaGraphNode_t allocate, release;
    cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &allocation);
    cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, allocation.dptr);
    instantiated += cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess;
    cudaGraphDestroy(graph);
  }
  for (cudaGraphExec_t exec : execs) {
    launched += cudaGraphLaunch(exec, 0) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    cudaGraphExecDestroy(exec);
  }
  printf("%d of %d graphs instantiated\n", instantiated, kGraphs);
  printf("%d of %d graphs launched\n", launched, kGraphs);
}
