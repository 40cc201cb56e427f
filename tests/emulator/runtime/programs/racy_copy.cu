// Each thread waits for its own copy and reads another's: waiting is no barrier.
// status: 1
// out: no error
// err: ========= Race on __shared__ memory
// err: write at copy(int const*, int*) in
// err: racy_copy.cu:14
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void copy(const int* in, int* out) {
  __shared__ int shared[128];
  const int thread = threadIdx.x;
  __pipeline_memcpy_async(&shared[thread], &in[thread], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[thread] = shared[127 - thread];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  copy<<<1, 128>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
