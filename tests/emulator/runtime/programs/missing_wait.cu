// A copy that nobody waits for: shared memory still holds what was there before. On a GPU it may.
// out: without a wait: 128 of 128 old
// out: with a wait: 0 of 128 old
#include <cuda_pipeline.h>

#include <cstdio>

template <bool kWaits>
__global__ void copy(const int* in, int* out) {
  __shared__ int shared[128];
  shared[threadIdx.x] = -1;
  __syncthreads();
  __pipeline_memcpy_async(&shared[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  if (kWaits) __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = shared[127 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  const auto count_old = [&](const char* what) {
    cudaDeviceSynchronize();
    int old = 0;
    for (int i = 0; i < 128; ++i) old += out[i] == -1;
    std::printf("%s: %d of 128 old\n", what, old);
  };
  copy<false><<<1, 128>>>(in, out);
  count_old("without a wait");
  copy<true><<<1, 128>>>(in, out);
  count_old("with a wait");
}
