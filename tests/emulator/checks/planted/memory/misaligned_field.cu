// A file's header read as it lies there: the number starts at its third byte.
// expect: Misaligned __global__ read of size 4 bytes
#include "planted.h"

__global__ void read_size(const char* header, int* size) {
#ifdef FIXED
  int value = 0;
  for (int byte = 3; byte >= 0; --byte) value = value << 8 | (header[2 + byte] & 0xFF);
  *size = value;
#else
  *size = *reinterpret_cast<const int*>(header + 2);  // BUG: header + 2 is no multiple of 4
#endif
}

static void run() {
  Array<char> header(16, 1);
  Array<int> size(1);
  read_size<<<1, 1>>>(header, size);
  wait();
}
