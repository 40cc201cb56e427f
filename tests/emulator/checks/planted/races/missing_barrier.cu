// Every thread reads what another has just written.
// expect: Race on __shared__ memory: read after write
// expect: __syncthreads()
#include "planted.h"

__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = in[threadIdx.x];  // BUG: written
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = tile[127 - threadIdx.x];  // BUG: read with no barrier between
}

static void run() {
  Array<int> in(128, 1), out(128);
  reverse<<<1, 128>>>(in, out);
  wait();
}
