// Every device attribute by its number, and what a launch above __launch_bounds__ returns.
//
//   nvcc -o device_attributes device_attributes.cu && ./device_attributes >
//   device_attributes_h200.txt
//
// On a GPU, that is: the record is what the emulated device is held against.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void __launch_bounds__(128) bounded(int* place) { *place = 1; }

int main() {
  for (int attribute = 1; attribute < 150; ++attribute) {
    int value = 0;
    const cudaError_t error =
        cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0);
    if (error == cudaSuccess) std::printf("attribute %d: %d\n", attribute, value);
    if (error != cudaSuccess) std::printf("attribute %d: %s\n", attribute, cudaGetErrorName(error));
  }
  cudaGetLastError();
  int* place;
  cudaMalloc(&place, sizeof(int));
  bounded<<<1, 256>>>(place);
  std::printf("256 threads, bounds of 128: %s\n", cudaGetErrorName(cudaGetLastError()));
  int least = 0, greatest = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  std::printf("stream priorities: %d to %d\n", least, greatest);
  size_t pitch = 0;
  void* rows;
  cudaMallocPitch(&rows, &pitch, 100, 4);
  std::printf("pitch of 100 bytes: %zu\n", pitch);
  cudaMallocPitch(&rows, &pitch, 513, 4);
  std::printf("pitch of 513 bytes: %zu\n", pitch);
  for (int limit = 0; limit < 7; ++limit) {
    size_t value = 0;
    const cudaError_t error = cudaDeviceGetLimit(&value, static_cast<cudaLimit>(limit));
    std::printf("limit %d: %zu, %s\n", limit, value, cudaGetErrorName(error));
  }
}
