// Copies to the host of what nobody wrote: a buffer that no kernel filled (an error, again and again), one that a grid
// filled by half (a warning), and structs with padding (nothing).
// status: 1
// out: copied
// err: ========= Uninitialized __global__ memory copied to the host by cudaMemcpy: 256 of 256 bytes
// err: called by main,
// err: from byte 0 of allocation #2 (cudaMalloc), 256 bytes
// err: let a kernel, cudaMemcpy or cudaMemset write the memory
// err: ========= Uninitialized __global__ memory copied to the host by cudaMemcpyAsync: 128 of 256 bytes
// err: from byte 128 of allocation #1 (cudaMalloc), 256 bytes
// err: see whether the grid reaches every element
// err: copied to the host by cudaMemcpy in main,
// err: found again, in 2 more calls
#include <cstdio>
#include <vector>

struct Sample {
  double value;
  int count;  // 4 bytes of padding follow, which nobody sets.
};

__global__ void fill(float* out) {
  out[threadIdx.x] = 1;
}

__global__ void measure(Sample* samples) {
  samples[threadIdx.x].value = threadIdx.x;
  samples[threadIdx.x].count = 1;
}

int main() {
  float *half, *nothing, host[64];
  Sample* samples;
  cudaMalloc(&half, sizeof host);
  cudaMalloc(&nothing, sizeof host);
  cudaMalloc(&samples, 128 * sizeof(Sample));
  fill<<<1, 32>>>(half);
  measure<<<1, 128>>>(samples);

  std::vector<Sample> measured(128);
  cudaMemcpy(measured.data(), samples, measured.size() * sizeof(Sample), cudaMemcpyDeviceToHost);
  cudaMemcpy(measured.data(), samples, sizeof(Sample), cudaMemcpyDeviceToHost);

  for (int i = 0; i < 5; ++i) cudaMemcpy(host, nothing, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(host, half, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(nothing, half, sizeof host, cudaMemcpyDeviceToDevice);  // Hands on what is known.
  printf("copied\n");
}
