// Exercise {{number}}: what the reader should change.
//
//   tools/book exercise {{number}}
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

constexpr int kRows = 128;
constexpr int kColumns = 64;

/// Doubles every float of a table with kRows rows of kColumns floats.
__global__ void double_each(float* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
{{index}}
}

int main() {
  std::vector<float> host(kRows * kColumns);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i);
  float* data = nullptr;
  CHECK(cudaMalloc(&data, host.size() * sizeof(float)));
  CHECK(cudaMemcpy(data, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  double_each<<<kRows * kColumns / 256, 256>>>(data);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host.data(), data, host.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(data));
  bool is_right = true;
  for (size_t i = 0; i < host.size(); ++i) is_right = is_right && host[i] == 2.0f * static_cast<float>(i);
  std::printf("result: %s\n", is_right ? "ok" : "WRONG");
  return is_right ? 0 : 1;
}
