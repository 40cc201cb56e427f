// Work in streams is done in order; events are there, and time is not.
// out: 42
// out: elapsed 0
// out: ready cudaSuccess
// out: never recorded cudaErrorInvalidResourceHandle
// out: destroyed stream cudaErrorInvalidResourceHandle
// out: host function ran
// err: an event was never recorded
#include <cstdio>

__global__ void set(int* value, int number) { *value = number; }
__global__ void twice(int* value) { *value *= 2; }

int main() {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t start, end, unused;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventCreate(&unused);
  int *value, result = 0;
  cudaMallocAsync(&value, sizeof(int), first);
  cudaEventRecord(start, first);
  set<<<1, 1, 0, first>>>(value, 21);
  cudaEventRecord(end, first);
  cudaStreamWaitEvent(second, end, 0);
  twice<<<1, 1, 0, second>>>(value);
  cudaMemcpyAsync(&result, value, sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  printf("%d\n", result);
  float milliseconds = -1;
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&milliseconds, start, end);
  printf("elapsed %g\n", milliseconds);
  printf("ready %s\n", cudaGetErrorName(cudaEventQuery(end)));
  printf("never recorded %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, start, unused)));
  cudaStreamDestroy(first);
  printf("destroyed stream %s\n", cudaGetErrorName(cudaStreamSynchronize(first)));
  cudaLaunchHostFunc(second, [](void* text) { printf("%s\n", static_cast<char*>(text)); },
                     const_cast<char*>("host function ran"));
}
