// The table of rows lies on the device; the rows that it names lie on the host.
// expect: Invalid __global__ read of size 4 bytes
// expect: this address belongs to the host
#include "planted.h"

__global__ void sum_rows(int* const* rows, int* out) {
  int sum = 0;
  for (int column = 0; column < 4; ++column) {
    sum += rows[threadIdx.x][column];  // BUG: the table was copied, the rows were not
  }
  out[threadIdx.x] = sum;
}

static void run() {
  std::vector<int> host_row(4, 1);
  Array<int> device_row(4, 1), out(2);
#ifdef FIXED
  Array<int*> rows(2, device_row);
#else
  Array<int*> rows(2, host_row.data());
#endif
  sum_rows<<<1, 2>>>(rows, out);
  wait();
}
