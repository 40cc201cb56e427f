// Every block waits, spinning, for a flag that the block before it sets; the first waits for the last.
// The token grows by one at each block, ten times round: 10 x 96.
// out: token 960
// out: chain 4950, 4950 expected
#include <cstdio>

__global__ void ring(volatile unsigned* token, unsigned rounds) {
  if (threadIdx.x != 0) return;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned mine = round * gridDim.x + blockIdx.x;
    while (*token != mine) {
    }
    __threadfence();
    *token = mine + 1;
  }
}

/// Decoupled look-back in small: each block publishes the sum up to itself after the one before has.
__global__ void chain(unsigned* sums, unsigned* ready, unsigned* next) {
  __shared__ unsigned block;
  if (threadIdx.x == 0) block = atomicAdd(next, 1);  // blocks in the order in which they start
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned before = 0;
  if (block != 0) {
    while (atomicAdd(&ready[block - 1], 0) == 0) {
    }
    __threadfence();
    before = sums[block - 1];
  }
  sums[block] = before + block;
  __threadfence();
  atomicExch(&ready[block], 1);
}

int main() {
  unsigned* words;
  cudaMallocManaged(&words, 4096 * sizeof(unsigned));
  for (int i = 0; i < 4096; ++i) words[i] = 0;
  ring<<<96, 64>>>(words, 10);
  cudaDeviceSynchronize();
  std::printf("token %u\n", words[0]);
  words[0] = 0;
  chain<<<100, 256>>>(words + 1024, words + 2048, words);
  cudaDeviceSynchronize();
  std::printf("chain %u, %d expected\n", words[1024 + 99], 99 * 100 / 2);
}
