// Matrix instructions belong to whole warps: one that half a warp skips is reported, not guessed.
// status: 1
// err: 'mma' needs all 32 threads of the warp: 16
#include <cstdint>
#include <cstdio>

__global__ void multiply(float* out) {
  if (threadIdx.x >= 16) return;
  float d[4] = {};
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, "
      "%2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(0));
  out[threadIdx.x] = d[0];
}

int main() {
  float* out;
  cudaMalloc(&out, 128);
  multiply<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
