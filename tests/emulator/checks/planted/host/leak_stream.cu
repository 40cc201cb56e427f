// A stream and an event that are never destroyed.
// expect: Leaked 1 stream
// expect: Leaked 1 event
#include "planted.h"

static void run() {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);  // BUG (host): no cudaStreamDestroy
  cudaEventCreate(&event);    // BUG (host): no cudaEventDestroy
  cudaEventRecord(event, stream);
#ifdef FIXED
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
#endif
  wait();
}
