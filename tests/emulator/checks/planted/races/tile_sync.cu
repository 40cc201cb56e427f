// A tile of half a warp waits for its own lanes. What the other half wrote need not be there.
// expect: Race on __shared__ memory: read after write
#include <cooperative_groups.h>

#include "planted.h"

__global__ void reverse(const int* in, int* out) {
  __shared__ int words[32];
  const int t = threadIdx.x;
  words[t] = in[t];  // BUG: a lane of the other tile reads it
#ifdef FIXED
  cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()).sync();
#else
  cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block()).sync();
#endif
  out[t] = words[31 - t];  // BUG: what a lane of the other tile wrote
}

static void run() {
  Array<int> in(32, 1), out(32);
  reverse<<<1, 32>>>(in, out);
  wait();
}
