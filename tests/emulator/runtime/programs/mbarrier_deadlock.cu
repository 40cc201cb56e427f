// A copy of 256 bytes where 512 were announced: the phase never ends.
// status: 1
// out: the launch timed out and was terminated
// err: ========= Deadlock: no thread of the block can go on
// err: mbarrier_deadlock.cu:25
// err: lanes 0-31 wait at
// err: mbarrier_deadlock.cu:25 for the mbarrier at offset
// err: its phase of parity 0 still waits for 0 of 1 arrivals and 256 bytes
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void fetch(const int* in, int* out) {
  __shared__ __align__(16) int shared[128];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                   512);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, shared, in, 256, &barrier);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
  out[threadIdx.x] = shared[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMemset(in, 0, 512);
  cudaMalloc(&out, 512);
  fetch<<<1, 128>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
