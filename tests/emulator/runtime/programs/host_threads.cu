// Eight host threads at once, each with a stream, memory and graphs of its own.
// out: wrong 0
#include <cstdio>
#include <thread>
#include <vector>

__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
}

int work(int thread) {
  constexpr int kCount = 1000, kRounds = 5;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int *data, wrong = 0;
  std::vector<int> out(kCount);
  cudaMallocAsync(&data, kCount * sizeof(int), stream);
  cudaMemsetAsync(data, 0, kCount * sizeof(int), stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  add<<<4, 256, 0, stream>>>(data, kCount, thread);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int round = 0; round < kRounds; ++round) cudaGraphLaunch(exec, stream);
  cudaMemcpyAsync(out.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(data, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) ++wrong;
  for (int value : out) wrong += value != kRounds * thread;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return wrong;
}

int main() {
  int wrong[8];
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&, i] { wrong[i] = work(i); });
  for (auto& thread : threads) thread.join();
  int sum = 0;
  for (int each : wrong) sum += each;
  printf("wrong %d\n", sum);
}
