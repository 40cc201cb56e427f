// What a program asks about the device and its kernels.
// out: 1 device: Grid to Lane emulator (sm_90), 132 multiprocessors, compute capability 9.0
// out: 132 multiprocessors, 1024 threads a block, 232448 bytes of shared memory by opting in
// out: kernel: 4096 bytes shared, at most 256 threads
// out: resident blocks of 256 threads: 8
// out: resident blocks with 100000 bytes each: 2
// out: no device 1: cudaErrorInvalidDevice
// out: versions 13000 13000
// out: other processes: cudaErrorNotSupported
// err: occupancy: the program has no machine code for sm_90
// err: there is no device 1
// err: cudaIpcGetMemHandle is not supported by the emulator
#include <cstdio>

__global__ void __launch_bounds__(256) kernel(float* data) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[255 - threadIdx.x];
}

int main() {
  int count = 0, processors = 0, threads = 0, shared = 0;
  cudaGetDeviceCount(&count);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("%d device: %s, %d multiprocessors, compute capability %d.%d\n", count, properties.name,
         properties.multiProcessorCount, properties.major, properties.minor);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  printf("%d multiprocessors, %d threads a block, %d bytes of shared memory by opting in\n", processors, threads,
         shared);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  printf("kernel: %zu bytes shared, at most %d threads\n", attributes.sharedSizeBytes, attributes.maxThreadsPerBlock);
  int blocks = 0;
  // 2048 threads on a multiprocessor.
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
  printf("resident blocks of 256 threads: %d\n", blocks);
  // 228 KiB on a multiprocessor, for 100000 + 4096 bytes and 1 KiB of the system's a block.
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 100000);
  printf("resident blocks with 100000 bytes each: %d\n", blocks);
  printf("no device 1: %s\n", cudaGetErrorName(cudaSetDevice(1)));
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  printf("versions %d %d\n", driver, runtime);
  cudaIpcMemHandle_t handle;
  printf("other processes: %s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, nullptr)));
}
