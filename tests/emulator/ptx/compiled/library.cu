// What the toolkit's headers bring into PTX: printf, assert, malloc, maths, half, atomics,
// textures, groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cassert>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void prints(int* data, const char* name) {
  assert(data != nullptr);
  int* copy = static_cast<int*>(malloc(16));
  copy[0] = data[0];
  printf("%d %f %s\n", copy[0], 1.5, name);
  free(copy);
}

__global__ void maths(double* d, float* f) {
  d[0] = pow(d[1], d[2]) + sin(d[3]) + exp(d[4]) + fmod(d[5], d[6]) + d[7] / d[8];
  f[0] =
      powf(f[1], f[2]) + __sinf(f[3]) + rsqrtf(f[4]) + __frcp_rn(f[5]) + cosf(f[6]) + f[7] / f[8];
}

__global__ void halves(__half2* h, __nv_bfloat16* b) {
  h[0] = __hfma2(h[1], h[2], h[3]);
  h[4] = h2exp(h[5]);
  b[0] = b[1] * b[2];
  b[3] = __float2bfloat16(__bfloat162float(b[4]) + 1);
}

__global__ void atomics(int* i, float* f, double* d, unsigned long long* u) {
  atomicAdd(i, 1);
  atomicMax_block(i + 1, 2);
  atomicCAS(i + 2, 3, 4);
  atomicAdd(f, 1.f);
  atomicAdd(d, 1.);
  atomicExch_system(u, 5ull);
  __threadfence();
}

__global__ void textures(cudaTextureObject_t texture, cudaSurfaceObject_t surface, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + .5f, 2.f);
  surf2Dwrite(out[1], surface, 4, 4);
}

__global__ void groups(int* data) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int value = data[block.thread_rank()];
  data[block.thread_rank()] =
      tile.shfl_xor(value, 3) + cg::reduce(tile, value, cg::plus<int>()) + tile.any(value > 3);
  if (value & 1) data[0] = cg::coalesced_threads().size();
  cg::this_grid().sync();
  data[1] = __match_any_sync(~0u, value) + __ballot_sync(~0u, value > 0);
}
