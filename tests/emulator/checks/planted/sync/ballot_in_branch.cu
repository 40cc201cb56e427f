// A vote of the whole warp, asked inside a branch that only some lanes take.
// expect: Barrier error: lanes that the mask names never come
#include "planted.h"

__global__ void vote(const int* in, int* out) {
  const int t = threadIdx.x;
  unsigned votes = 0;
#ifdef FIXED
  if (t >= 8) return;  // Lanes that end are not waited for, and do not vote.
  votes = __ballot_sync(0xFFFFFFFF, in[t] > 0);
#else
  if (t < 8) votes = __ballot_sync(0xFFFFFFFF, in[t] > 0);  // BUG: 8 lanes of 32
#endif
  out[t] = votes;
}

static void run() {
  Array<int> in(32, 1), out(32);
  vote<<<1, 32>>>(in, out);
  wait();
}
