// Two buffers take turns; the host starts with the one that it did not fill.
// expect: Uninitialized __global__ memory read of size 8 bytes
#include "planted.h"

__global__ void step(const double* from, double* to) {
  to[threadIdx.x] = from[threadIdx.x] / 2;  // BUG: `from` is the empty one
}

static void run() {
  Array<double> full(64, 1), empty(64);
#ifdef FIXED
  step<<<1, 64>>>(full, empty);
  step<<<1, 64>>>(empty, full);
#else
  step<<<1, 64>>>(empty, full);
#endif
  wait();
}
