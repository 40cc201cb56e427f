// A chain captured from two streams, launched three times, updated, and launched once more.
// out: nodes 5
// out: nothing ran yet: -1
// out: after 3 launches: 12, host function called 3 times
// out: after the update: 40
// out: node kinds in the picture: 1 1
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

__global__ void add(int* value, int step) { *value += step; }
__global__ void sum(const int* a, const int* b, int* total) { *total = *a + *b; }

void count(void* calls) { ++*static_cast<int*>(calls); }

cudaGraph_t capture(cudaStream_t main, int* data, int step, int* result,
                    int* calls) {
  cudaStream_t side;
  cudaStreamCreate(&side);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, main);
  cudaStreamWaitEvent(side, fork, 0);
  add<<<1, 1, 0, main>>>(data, step);
  add<<<1, 1, 0, side>>>(data + 1, 3 * step);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(main, join, 0);
  // Joined, so that the capture does without them.
  cudaStreamDestroy(side);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  sum<<<1, 1, 0, main>>>(data, data + 1, data + 2);
  cudaMemcpyAsync(result, data + 2, sizeof(int), cudaMemcpyDeviceToHost, main);
  cudaLaunchHostFunc(main, count, calls);
  cudaGraph_t graph;
  cudaStreamEndCapture(main, &graph);
  return graph;
}

int main() {
  cudaStream_t main;
  cudaStreamCreate(&main);
  int *data, *result, calls = 0;
  cudaMalloc(&data, 3 * sizeof(int));
  cudaMallocHost(&result, sizeof(int));
  *result = -1;
  cudaMemset(data, 0, 3 * sizeof(int));
  cudaGraph_t graph = capture(main, data, 1, result, &calls);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("nodes %zu\n", nodes);
  printf("nothing ran yet: %d\n", *result);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, main);
  cudaStreamSynchronize(main);
  printf("after 3 launches: %d, host function called %d times\n", *result, calls);
  cudaGraph_t stronger = capture(main, data, 7, result, &calls);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(exec, stronger, &info);
  cudaGraphLaunch(exec, main);
  cudaStreamSynchronize(main);
  printf("after the update: %d\n", *result);
  char path[] = "/tmp/graph_XXXXXX";
  FILE* file = fdopen(mkstemp(path), "r");
  cudaGraphDebugDotPrint(graph, path, 0);
  std::string text(4096, '\0');
  text.resize(fread(&text[0], 1, text.size(), file));
  printf("node kinds in the picture: %d %d\n", text.find("sum(int const*") != std::string::npos,
         text.find("host function") != std::string::npos);
  remove(path);
}
