// A host function that waits for long: what it may be waiting for is said, and the program goes on when it returns.
// status: 0
// out: host function ran
// out: cudaSuccess 1
// err: a host function of a stream or graph (cudaLaunchHostFunc, cudaStreamAddCallback) has been running for 2 seconds
// err: before the call returns
#include <chrono>
#include <cstdio>
#include <thread>

static void CUDART_CB wait_a_while(void*) {
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  std::printf("host function ran\n");
}

__global__ void store(int* out) { *out = 1; }

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  cudaLaunchHostFunc(nullptr, wait_a_while, nullptr);
  store<<<1, 1>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s %d\n", cudaGetErrorName(error), *out);
}
