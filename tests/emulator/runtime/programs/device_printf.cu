// printf from the device appears when the host waits: after "launched", and in the order of the blocks.
// out: launched
// out: block 0 thread 0: text, c, 50%, 3.14
// out: block 1 thread 0: text, c, 50%, 3.14
// out: long -5000000000 unsigned 4294967295 hex 0xff wide [   7] left [7   ]
// out: done
#include <cstdio>

__global__ void speak(const char* unused) {
  if (threadIdx.x == 0) printf("block %d thread %d: %s, %c, %d%%, %.2f\n", blockIdx.x, threadIdx.x, "text", 'c', 50, 3.14159);
  if (blockIdx.x == 1 && threadIdx.x == 31) {
    printf("long %lld unsigned %u hex %#x wide [%4d] left [%-4d]\n", -5000000000ll, 0xffffffffu, 255, 7, 7);
  }
}

int main() {
  speak<<<2, 32>>>(nullptr);
  printf("launched\n");
  cudaDeviceSynchronize();
  printf("done\n");
}
