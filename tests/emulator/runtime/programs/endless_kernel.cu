// A loop that never ends is stopped by the limit, and the report says where every group was.
// run: --limit 1000000 --threads 1
// status: 1
// out: cudaErrorLaunchTimeout
// err: The kernel ran longer than the limit allows
// err: at run_on(unsigned int*) in
// err: endless_kernel.cu:20
// err: in block (0,0,0)
// err: warp 0, lanes 0-31 run at
// err: warp 1, lanes 0-31 wait at
// err: endless_kernel.cu:22 for barrier 0 (32 of 64 threads have arrived)
// err: 2 more blocks are at run_on(unsigned int*) in
// err: What to do: if the kernel is only long, raise the limit: emulate --limit N, or GTL_LIMIT=N
#include <cstdio>

__global__ void run_on(unsigned* place) {
  unsigned value = 1;
  if (threadIdx.x < 32) {
    // 3 times an odd number is odd, and so is that number plus 2.
    while (value % 2 == 1) value = value * 3 + 2;
  }
  __syncthreads();
  place[threadIdx.x] = value;
}

int main() {
  unsigned* place;
  cudaMalloc(&place, 64 * sizeof(unsigned));
  run_on<<<3, 64>>>(place);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
