// A bulk copy to shared memory that starts at a multiple of 8 bytes, not of 16.
// status: 1
// out: misaligned address
// err: ========= Misaligned __shared__ write of size 16 bytes
// err: misaligned_bulk.cu:20
// err: a multiple of 16
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void fetch(const int* in) {
  __shared__ __align__(16) int shared[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x != 0) return;
  ptx::mbarrier_init(&barrier, 1);
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 64);
  // Two ints further: 8 bytes.
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, shared + 2, in, 64, &barrier);
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
}

int main() {
  int* in;
  cudaMalloc(&in, 512);
  fetch<<<1, 32>>>(in);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
