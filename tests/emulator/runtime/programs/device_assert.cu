// A failed assert names file, line, function, block and thread in CUDA's words, and breaks the device.
// status: 1
// out: launch: no error
// out: wait: device-side assert triggered
// err: device_assert.cu:12: void check(int): block: [1,0,0], thread: [2,0,0] Assertion `i != limit` failed.
#undef NDEBUG
#include <cassert>
#include <cstdio>

__global__ void check(int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i != limit);
}

int main() {
  check<<<2, 4>>>(6);
  printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
  printf("wait: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
