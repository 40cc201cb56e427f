// Kernels whose memory instructions ptxas leaves as the PTX has them, and others that it rewrites. What it made of each was read
// from nvcc 13.0's machine code for sm_90 with nvdisasm; rewritten_accesses_test.py holds it.
#include <cstdio>

// LDS, STS.
__global__ void as_written(int* data) {
  __shared__ int words[32];
  words[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = words[threadIdx.x ^ 1];
}

// LDS.128, STS.128, of float4.
__global__ void wide_as_written(float4* data) {
  __shared__ float4 words[32];
  words[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = words[threadIdx.x ^ 1];
}

// Two loads become LDS.64.
__global__ void pair_of_loads(float* data) {
  __shared__ float words[64];
  words[threadIdx.x] = data[threadIdx.x];
  words[threadIdx.x + 32] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = words[2 * threadIdx.x] + words[2 * threadIdx.x + 1];
}

// Four stores become STS.128.
__global__ void four_stores(float* data) {
  __shared__ float words[128];
  float* mine = words + 4 * threadIdx.x;
  const float value = data[threadIdx.x];
  mine[0] = value;
  mine[1] = value + 1;
  mine[2] = value + 2;
  mine[3] = value + 3;
  __syncthreads();
  data[threadIdx.x] = words[threadIdx.x];
}

// VOTEU.ANY, then one lane's REDG or ATOMG.
__global__ void one_counter(int* data) { atomicAdd(data, 1); }
__global__ void one_maximum(int* data) { atomicMax(data, threadIdx.x); }
__global__ void tickets(int* data) { data[1 + threadIdx.x] = atomicAdd(data, 1); }
// REDG of every lane.
__global__ void many_counters(int* data) { atomicAdd(data + threadIdx.x, 1); }
__global__ void float_sum(float* data) { atomicAdd(data, 1.0f); }

// ATOMS.POPC.INC.32.
__global__ void histogram(int* data) {
  __shared__ int counts[32];
  counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[data[threadIdx.x] & 31], 1);
  __syncthreads();
  data[threadIdx.x] = counts[threadIdx.x];
}
// ATOMS.ADD.
__global__ void weighted_histogram(int* data, int weight) {
  __shared__ int counts[32];
  counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[data[threadIdx.x] & 31], weight);
  __syncthreads();
  data[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  int* data;
  cudaMalloc(&data, 512);
  cudaMemset(data, 0, 512);
  auto* floats = reinterpret_cast<float*>(data);
  as_written<<<1, 32>>>(data);
  wide_as_written<<<1, 32>>>(reinterpret_cast<float4*>(data));
  pair_of_loads<<<1, 32>>>(floats);
  four_stores<<<1, 32>>>(floats);
  one_counter<<<1, 32>>>(data);
  one_maximum<<<1, 32>>>(data);
  tickets<<<1, 32>>>(data);
  many_counters<<<1, 32>>>(data);
  float_sum<<<1, 32>>>(floats);
  histogram<<<1, 32>>>(data);
  weighted_histogram<<<1, 32>>>(data, 3);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
