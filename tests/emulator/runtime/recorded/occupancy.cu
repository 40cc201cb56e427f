// CUDA's own occupancy answers, over registers, block sizes and shared memory.
//
//   nvcc -arch=sm_90 -o occupancy occupancy.cu && ./occupancy > occupancy_h200.txt
//
// On a GPU, that is. The record (NVIDIA H200, CUDA 13.0) is what the emulator's answers are held
// against.
#include <cuda_runtime.h>

#include <cstdio>

/// About kValues + 10 registers: as many values live at once.
template <int kValues, int kThreads, int kStaticBytes>
__global__ void __launch_bounds__(kThreads) busy(float* data, int steps) {
  __shared__ char tile[kStaticBytes + 4];
  float value[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) value[i] = data[i * kThreads + threadIdx.x];
  tile[threadIdx.x % (kStaticBytes + 4)] = static_cast<char>(value[0]);
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int i = 0; i < kValues; ++i) value[i] = value[i] * value[(i + 1) % kValues] + data[step];
  }
#pragma unroll
  for (int i = 0; i < kValues; ++i)
    data[i * kThreads + threadIdx.x] = value[i] + tile[(threadIdx.x + i) % (kStaticBytes + 4)];
}

__global__ void plain(int* place) { *place = 1; }

template <class Kernel>
void sweep(const char* what, Kernel kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  std::printf("%s: %d registers, %zu static, %d threads\n", what, attributes.numRegs,
              attributes.sharedSizeBytes, attributes.maxThreadsPerBlock);
  const int sizes[] = {0,     1,     128,   1000,   1024,   4096,   10000, 20000,
                       32768, 49152, 60000, 100000, 116000, 200000, 232448};
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       232448 - static_cast<int>(attributes.sharedSizeBytes));
  for (int dynamic : sizes) {
    std::printf("dynamic %d:", dynamic);
    for (int threads = 32; threads <= 1056; threads += 32) {
      int blocks = -1;
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic);
      std::printf(" %d", blocks);
    }
    std::printf("\n");
  }
  std::printf("odd sizes:");
  for (int threads : {1, 31, 33, 63, 65, 100, 200, 255, 257, 333, 500, 700, 1000, 1023}) {
    int blocks = -1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0);
    std::printf(" %d", blocks);
  }
  std::printf("\nbest block:");
  for (int dynamic : {0, 1024, 30000}) {
    int grid = 0, block = 0;
    const cudaError_t error = cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, dynamic, 0);
    std::printf(" %d x %d %s", grid, block, cudaGetErrorName(error));
  }
  std::printf("\nroom for dynamic shared memory:");
  for (int threads : {32, 100, 128, 256, 512, 1024}) {
    for (int blocks : {1, 2, 3, 4, 8, 16, 32, 33}) {
      size_t bytes = 777;
      const cudaError_t error =
          cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, blocks, threads);
      if (error == cudaSuccess) std::printf(" %zu", bytes);
      if (error != cudaSuccess) std::printf(" %s", cudaGetErrorName(error));
    }
  }
  cudaGetLastError();
  std::printf("\n");
}

int main() {
  cudaFree(nullptr);
  sweep("plain", plain);
  sweep("busy 4", busy<4, 1024, 0>);
  sweep("busy 16", busy<16, 1024, 0>);
  sweep("busy 24", busy<24, 1024, 0>);
  sweep("busy 32", busy<32, 1024, 100>);
  sweep("busy 40", busy<40, 1024, 0>);
  sweep("busy 48", busy<48, 1024, 0>);
  sweep("busy 64, 512", busy<64, 512, 5000>);
  sweep("busy 80, 512", busy<80, 512, 0>);
  sweep("busy 100, 512", busy<100, 512, 0>);
  sweep("busy 120, 256", busy<120, 256, 0>);
  sweep("busy 150, 256", busy<150, 256, 0>);
  sweep("busy 180, 256", busy<180, 256, 0>);
  sweep("busy 220, 256", busy<220, 256, 0>);
  sweep("busy 300, 128", busy<300, 128, 40000>);
  // Which carveout is preferred, and whether it changes the answers.
  for (int carveout : {-1, 0, 25, 50, 100}) {
    cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);
    std::printf("carveout %d:", carveout);
    for (int dynamic : {0, 4096, 16384, 65536}) {
      int blocks = -1;
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 128, dynamic);
      std::printf(" %d", blocks);
    }
    std::printf("\n");
  }
  return 0;
}
