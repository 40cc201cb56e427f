// printf from the device appears when the host waits: after "launched", and in the order of the blocks.
// out: launched
// out: block 0 thread 0: text, c, 50%, 3.14
// out: block 1 thread 0: text, c, 50%, 3.14
// out: long -5000000000 unsigned 4294967295 hex 0xff wide [   7] left [7   ]
// out: shared text of block 0, local text of thread 0
// out: shared text of block 0, local text of thread 1
// out: shared text of block 1, local text of thread 0
// out: shared text of block 1, local text of thread 1
// out: done
#include <cstdio>

__global__ void speak(const char* unused) {
  if (threadIdx.x == 0) printf("block %d thread %d: %s, %c, %d%%, %.2f\n", blockIdx.x, threadIdx.x, "text", 'c', 50, 3.14159);
  if (blockIdx.x == 1 && threadIdx.x == 31) {
    printf("long %lld unsigned %u hex %#x wide [%4d] left [%-4d]\n", -5000000000ll, 0xffffffffu, 255, 7, 7);
  }
}

// What %s points to may lie in the block's own memory, or the thread's.
__global__ void speak_of_its_own() {
  __shared__ char of_block[2];
  of_block[0] = '0' + blockIdx.x;
  of_block[1] = '\0';
  char of_thread[2] = {static_cast<char>('0' + threadIdx.x), '\0'};
  printf("shared text of block %s, local text of thread %s\n", of_block, of_thread);
}

int main() {
  speak<<<2, 32>>>(nullptr);
  speak_of_its_own<<<2, 2>>>();
  printf("launched\n");
  cudaDeviceSynchronize();
  printf("done\n");
}
