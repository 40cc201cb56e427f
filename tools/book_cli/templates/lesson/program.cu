// {{program_number}}: the question this program answers, in one sentence.
//
//   nvcc -arch=native {{program}}.cu && ./a.out [elements]
//   tools/book run {{program}}
//
// Notice: what the reader should look at.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t status = (call);                                             \
    if (status != cudaSuccess) {                                                   \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, cudaGetErrorName(status), \
                  cudaGetErrorString(status));                                     \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

// [show: double-each]
/// Doubles each of `count` floats.
__global__ void double_each(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    data[i] *= 2.0f;
  }
}
// [end: double-each]

constexpr int kThreads = 256;

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10240;
  if (count < 1) {
    std::printf("elements must be a positive number\n");
    return 2;
  }
  std::vector<float> host(count);
  for (int i = 0; i < count; ++i) host[i] = static_cast<float>(i % 1000);
  float* data = nullptr;
  CHECK(cudaMalloc(&data, count * sizeof(float)));
  CHECK(cudaMemcpy(data, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  double_each<<<(count + kThreads - 1) / kThreads, kThreads>>>(data, count);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  std::printf("%-24s  %9s\n", "floats doubled", "GB/s");
  if (milliseconds == 0.0f) {
    std::printf("%-24s  %9s\n", "double_each", "-");  // the emulator has no clock
  } else {
    std::printf("%-24s  %9.1f\n", "double_each", 8e-6 * count / milliseconds);
  }

  CHECK(cudaMemcpy(host.data(), data, count * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(data));
  for (int i = 0; i < count; ++i) {
    if (host[i] != 2.0f * static_cast<float>(i % 1000)) {
      std::printf("element %d is %g\n", i, host[i]);
      return 1;
    }
  }
  std::printf("result: all right\n");
  return 0;
}
