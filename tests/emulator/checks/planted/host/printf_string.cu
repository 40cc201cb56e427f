// printf's %s is given a pointer into host memory.
// expect: Invalid text to print
// expect: by thread (0,0,0) in block (0,0,0)
// expect: a kernel's printf was given an address for %s
#include "planted.h"

__global__ void greet(const char* name) { printf("hello %s\n", name); }

static void run() {
  const char host_name[8] = "reader";
#ifdef FIXED
  Array<char> name(8);
  cudaMemcpy(name, host_name, 8, cudaMemcpyHostToDevice);
  greet<<<1, 1>>>(name);
#else
  greet<<<1, 1>>>(host_name);  // BUG (host): a host pointer
#endif
  wait();
}
