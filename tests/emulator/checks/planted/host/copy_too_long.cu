// A copy of more bytes than the array has.
// expect: cudaMemcpy
// expect: allocation
#include "planted.h"

static void run() {
  const std::vector<int> host(200, 1);
  Array<int> data(100);
#ifdef FIXED
  cudaMemcpy(data, host.data(), 100 * sizeof(int), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(data, host.data(), 200 * sizeof(int), cudaMemcpyHostToDevice);  // BUG (host): 200
#endif
  wait();
}
