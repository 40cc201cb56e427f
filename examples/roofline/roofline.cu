// The ceilings of a roofline: how fast is arithmetic alone, and how fast is the L2 cache?
//
//   nvcc -arch=native roofline.cu && ./a.out [iterations]
//   tools/book run roofline
//
// Notice how many FLOP a kernel must do for each byte before arithmetic holds it up, not memory:
// TFLOP/s divided by TB/s. Rates appear from 10000 iterations on (try 131072).
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

constexpr int kThreads = 512;
constexpr int kChains = 8;  // independent FMAs a thread: none waits for the one before it
constexpr int kUnroll = 64;

/// Where chain `chain` starts: some number between -1 and 1, another one for each.
template <class Real>
__host__ __device__ Real start_of(unsigned chain) {
  return static_cast<Real>(static_cast<int>(chain * 2654435761u)) / 2147483648u;
}

/// One step of a chain: x * x - 1.9 neither grows nor settles, so that the bits keep changing, as
/// they do in real work. A GPU that multiplies ones runs cooler, and its clock higher.
__host__ __device__ float next(float x) { return fmaf(x, x, -1.9f); }
__host__ __device__ double next(double x) { return fma(x, x, -1.9); }

// [show: arithmetic]
/// Nothing but FMAs: kChains independent chains a thread, `iterations` steps each.
template <class Real>
__global__ void iterate_chains(Real* result, int iterations) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  Real x[kChains];
  for (int chain = 0; chain < kChains; ++chain) {
    x[chain] = start_of<Real>(thread * kChains + chain);
  }
  // Unrolled: the loop's own instructions are less than one in a hundred.
  for (int i = 0; i < iterations; i += kUnroll) {
#pragma unroll
    for (int step = 0; step < kUnroll; ++step) {
#pragma unroll
      for (int chain = 0; chain < kChains; ++chain) x[chain] = next(x[chain]);
    }
  }
  for (int chain = 0; chain < kChains; ++chain) result[thread * kChains + chain] = x[chain];
}
// [end: arithmetic]

// [show: l2]
/// Copies the same small array again and again. It stays in L2; .cg keeps it out of L1.
__global__ void copy_repeatedly(const float4* in, float4* out, int count, int repeats) {
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
      __stcg(out + i, __ldcg(in + i));
    }
  }
}
// [end: l2]

/// What every row shares.
struct Bench {
  static constexpr int kWarmUpRuns = 2;
  static constexpr int kRuns = 9;

  bool measure = false;
  bool all_right = true;
  int blocks = 0;

  int runs() const { return measure ? kWarmUpRuns + kRuns : 1; }

  /// Runs `work`, which does `amount` of something, and prints how many `unit`s of it a second
  /// makes, by the median time.
  template <class Work>
  void row(const char* name, double amount, double unit, Work work) const {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int run = 0; run < runs(); ++run) {
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
      std::printf("%-24s  %9s\n", name, "-");
    } else {
      std::printf("%-24s  %9.2f\n", name, amount / times[times.size() / 2] * 1e3 / unit);
    }
  }

  void wrong(const char* name, size_t place) {
    std::printf("%s: element %zu is wrong\n", name, place);
    all_right = false;
  }
};

template <class Real>
void arithmetic_row(Bench& bench, const char* name, int iterations) {
  const size_t chains = size_t(bench.blocks) * kThreads * kChains;
  Real* result = nullptr;
  CHECK(cudaMalloc(&result, chains * sizeof(Real)));
  bench.row(name, 2.0 * chains * iterations, 1e12,
            [&] { iterate_chains<<<bench.blocks, kThreads>>>(result, iterations); });

  std::vector<Real> got(chains);
  CHECK(cudaMemcpy(got.data(), result, chains * sizeof(Real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(result));
  // Bit for bit: an FMA rounds once, here and there. A few hundred chains will do.
  const size_t distance = std::max<size_t>(1, chains / 509);
  for (size_t chain = 0; chain < chains; chain += distance) {
    Real x = start_of<Real>(static_cast<unsigned>(chain));
    for (int i = 0; i < iterations; ++i) x = next(x);
    if (got[chain] != x) return bench.wrong(name, chain);
  }
}

void l2_row(Bench& bench, const char* name, int repeats) {
  const int count = 2 * bench.blocks * kThreads;  // float4; two a thread, so that none is idle
  const size_t bytes = count * sizeof(float4);
  std::vector<float> values(count * 4);
  for (size_t i = 0; i < values.size(); ++i) values[i] = start_of<float>(static_cast<unsigned>(i));
  float4 *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(out, 0xFF, bytes));
  bench.row(name, 2.0 * bytes * repeats, 1e9,
            [&] { copy_repeatedly<<<bench.blocks, kThreads>>>(in, out, count, repeats); });

  std::vector<float> got(values.size());
  CHECK(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  for (size_t i = 0; i < got.size(); ++i) {
    if (got[i] != values[i]) return bench.wrong(name, i);
  }
}

int main(int argc, char** argv) {
  const int iterations = argc > 1 ? std::atoi(argv[1]) : kUnroll;
  if (iterations < kUnroll || iterations % kUnroll != 0) {
    std::printf("iterations must be a multiple of %d\n", kUnroll);
    return 2;
  }
  Bench bench;
  bench.measure = iterations >= 10000;
  bench.blocks = 2;
  if (bench.measure) {
    int multiprocessors = 0;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    bench.blocks = 4 * multiprocessors;  // 2,048 threads on each: all it can hold
  }

  std::printf("%-24s  %9s\n", "arithmetic", "TFLOP/s");
  arithmetic_row<float>(bench, "FP32 FMA", iterations);
  arithmetic_row<double>(bench, "FP64 FMA", iterations);
  std::printf("\n%-24s  %9s\n", "memory", "GB/s");
  l2_row(bench, "L2 copy", bench.measure ? iterations / 256 : 2);

  std::printf("\nresult: %s\n", bench.all_right ? "all right" : "WRONG");
  return bench.all_right ? 0 : 1;
}
