// A digit of -1 counts in an array of ten.
// expect: Invalid local
// expect: the thread's local memory
#include "planted.h"

__global__ void most_frequent(const int* digits, int n, int* result) {
  int count[10] = {};
  for (int i = 0; i < n; ++i) {
#ifdef FIXED
    if (digits[i] < 0) continue;
#endif
    ++count[digits[i]];  // BUG: count[-1]
  }
  int best = 0;
  for (int digit = 1; digit < 10; ++digit) {
    if (count[digit] > count[best]) best = digit;
  }
  *result = best;
}

static void run() {
  Array<int> digits(8, -1000000), result(1);
  most_frequent<<<1, 1>>>(digits, 8, result);
  wait();
}
