// Blocks that wait for a flag that nobody sets, in the three ways in which programs wait.
// status: 1
// out: cudaErrorLaunchTimeout
// err: Deadlock: every thread that is left waits for something that none of them will do
// err: flag_never_set.cu:17
// err: 3 more blocks are at
// err: 2 more blocks are at
// err: A flag that the host, another host thread or a kernel in another stream sets
#include <cstdio>

__global__ void wait(unsigned* words) {
  if (threadIdx.x != 0) return;
  volatile unsigned* flag = words;
  switch (blockIdx.x % 3) {
    case 0:
      // Reading.
      while (*flag == 0) {
      }
      break;
    case 1:
      // A lock that another thread holds for ever.
      while (atomicCAS(words + 1, 0, 1) != 0) __nanosleep(100);
      break;
    default: {
      // Reading, with longer and longer pauses.
      unsigned pause = 8;
      while (atomicAdd(words, 0) == 0) {
        __nanosleep(pause);
        if (pause < 256) pause *= 2;
      }
    }
  }
}

int main() {
  unsigned* words;
  cudaMalloc(&words, 2 * sizeof(unsigned));
  const unsigned held[2] = {0, 1};
  cudaMemcpy(words, held, sizeof held, cudaMemcpyHostToDevice);
  wait<<<8, 32>>>(words);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
