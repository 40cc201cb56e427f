// Lanes of one warp go different ways, and meet again. What does that cost?
//
//   nvcc -arch=native divergence.cu && ./a.out [elements]
//   tools/book run divergence
//
// Notice the lanes per instruction, line by line: the lines of a way are executed by the lanes that
// take it, one way after the other; the line behind them by all. Then compare groups of 1 with
// groups of 32, where whole warps go the same way. Rates appear from 2^24 elements on (try 2^27).
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t status = (call);                                             \
    if (status != cudaSuccess) {                                                   \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, cudaGetErrorName(status), \
                  cudaGetErrorString(status));                                     \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

constexpr int kThreads = 256;

// [show: ways]
/// Threads go one of two ways, `group` neighbours together: 1 parts odd and even lanes, 32 parts
/// none from its warp.
__global__ void two_ways(const float* low, const float* high, float* out, int group) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value;
  if (i / group % 2 == 0) {
    value = 2.0f * low[i];
  } else {
    value = high[i] + 1.0f;
  }
  out[i] = value;
}
// [end: ways]

// [show: rounds]
/// Threads add up the first elements, each as many as its own number says: 1 to `most`, one more
/// from lane to lane. A warp goes on until its last lane has finished.
__global__ void own_rounds(const int* in, int* out, int most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int rounds = i % most + 1;
  int sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    sum += in[round];
  }
  out[i] = sum;
}
// [end: rounds]

/// What every row shares.
struct Bench {
  static constexpr int kWarmUpRuns = 3;
  static constexpr int kRuns = 11;

  int elements = 0;
  bool all_right = true;

  bool measures() const { return elements >= 1 << 24; }

  /// Runs `work` and prints how many elements a second it makes, by the median time.
  template <class Work>
  void row(const char* name, Work work) const {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int run = 0; run < (measures() ? kWarmUpRuns + kRuns : 1); ++run) {
      CHECK(cudaEventRecord(start));
      work();
      CHECK(cudaGetLastError());
      CHECK(cudaEventRecord(stop));
      CHECK(cudaEventSynchronize(stop));
      float milliseconds = 0.0f;
      CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
      if (run >= kWarmUpRuns) times.push_back(milliseconds);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    std::sort(times.begin(), times.end());
    if (times.empty() || times[times.size() / 2] == 0.0f) {  // the emulator has no clock
      std::printf("%-24s  %11s\n", name, "-");
    } else {
      std::printf("%-24s  %11.1f\n", name, 1e-6 * elements / times[times.size() / 2]);
    }
  }

  /// Is every element of `out`, on the device, what `expected` says for its place?
  template <class Value, class Expected>
  void check(const char* name, const Value* out, Expected expected) {
    std::vector<Value> got(elements);
    CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(Value), cudaMemcpyDeviceToHost));
    for (int i = 0; i < elements; ++i) {
      if (got[i] == expected(i)) continue;
      std::printf("%s: element %d is wrong\n", name, i);
      all_right = false;
      return;
    }
  }
};

int main(int argc, char** argv) {
  Bench bench;
  bench.elements = argc > 1 ? std::atoi(argv[1]) : 4096;
  if (bench.elements < kThreads || bench.elements % kThreads != 0) {
    std::printf("elements must be a multiple of %d\n", kThreads);
    return 2;
  }
  const int blocks = bench.elements / kThreads;
  const size_t bytes = bench.elements * sizeof(float);
  std::vector<float> numbers(bench.elements);
  std::vector<int> counts(bench.elements);
  for (int i = 0; i < bench.elements; ++i) {
    numbers[i] = static_cast<float>(i % 4096);
    counts[i] = i;
  }
  float *low, *high, *out;
  int *in, *sums;
  for (float** floats : {&low, &high, &out}) CHECK(cudaMalloc(floats, bytes));
  for (int** ints : {&in, &sums}) CHECK(cudaMalloc(ints, bytes));
  CHECK(cudaMemcpy(low, numbers.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(high, numbers.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(in, counts.data(), bytes, cudaMemcpyHostToDevice));

  std::printf("%-24s  %11s\n", "two ways", "Gelements/s");
  for (const int group : {1, 8, 16, 32}) {
    char name[32];
    std::snprintf(name, sizeof name, "groups of %d", group);
    CHECK(cudaMemset(out, 0xFF, bytes));
    bench.row(name, [&] { two_ways<<<blocks, kThreads>>>(low, high, out, group); });
    bench.check(name, out,
                [&](int i) { return i / group % 2 == 0 ? 2.0f * numbers[i] : numbers[i] + 1.0f; });
  }

  std::printf("\n%-24s  %11s\n", "own rounds", "Gelements/s");
  for (const int most : {1, 8, 32}) {
    char name[32];
    std::snprintf(name, sizeof name, "1 to %d", most);
    CHECK(cudaMemset(sums, 0xFF, bytes));
    bench.row(name, [&] { own_rounds<<<blocks, kThreads>>>(in, sums, most); });
    bench.check(name, sums, [&](int i) { return (i % most) * (i % most + 1) / 2; });
  }

  std::printf("\nresult: %s\n", bench.all_right ? "all right" : "WRONG");
  return bench.all_right ? 0 : 1;
}
