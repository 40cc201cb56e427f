// Two buffers and one barrier a round would do; here both rounds use the same one.
// expect: Race on __shared__ memory: write after read
#include "planted.h"

__global__ void shift(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][128];
  int value = in[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
#ifdef FIXED
    int* current = buffer[round & 1];
#else
    int* current = buffer[0];
#endif
    current[threadIdx.x] = value;  // BUG: a slower thread still reads the last round's value
    __syncthreads();
    value = current[(threadIdx.x + 1) % 128];  // BUG: read here
  }
  out[threadIdx.x] = value;
}

static void run() {
  Array<int> in(128, 1), out(128);
  shift<<<1, 128>>>(in, out, 5);
  wait();
}
