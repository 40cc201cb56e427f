// Waiting that looks endless and is not: with a time limit, with a count, for a block that works long.
// run: --threads 2
// out: gave up after a while: 1
// out: counted 3000000 looks
// out: got 12345 from the block that worked
#include <cstdio>

__global__ void wait_with_a_time_limit(volatile unsigned* flag, unsigned* result) {
  const long long start = clock64();
  while (*flag == 0) {
    if (clock64() - start > 5'000'000) {
      *result = 1;
      return;
    }
  }
}

__global__ void wait_with_a_count(volatile unsigned* flag, unsigned* result) {
  unsigned looks = 0;
  while (*flag == 0 && looks < 3'000'000) ++looks;
  *result = looks;
}

__global__ void wait_for_work(volatile unsigned* flag, unsigned* result) {
  if (blockIdx.x == 0) {
    unsigned value = 1;
    for (int i = 0; i < 4'000'000; ++i) value = value * 1664525 + 1013904223;
    *flag = value == 0 ? 1 : 12345;
  } else {
    while (*flag == 0) {
    }
    if (blockIdx.x == 1) *result = *flag;
  }
}

int main() {
  unsigned *words, result = 0;
  cudaMalloc(&words, 2 * sizeof(unsigned));
  cudaMemset(words, 0, 2 * sizeof(unsigned));
  auto show = [&](const char* format) {
    cudaMemcpy(&result, words + 1, sizeof result, cudaMemcpyDeviceToHost);
    std::printf(format, result);
  };
  wait_with_a_time_limit<<<1, 1>>>(words, words + 1);
  show("gave up after a while: %u\n");
  wait_with_a_count<<<1, 1>>>(words, words + 1);
  show("counted %u looks\n");
  wait_for_work<<<3, 32>>>(words, words + 1);
  show("got %u from the block that worked\n");
}
