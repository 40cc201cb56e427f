// c[i] = a[i] + b[i]. How many threads should a block have?
//
//   nvcc -arch=native block_size.cu && ./a.out [elements]
//   tools/book measure --example bandwidth
//
// Notice that the sum is right for every block size, and that the rate is not the same for all of
// them. Rates appear only when the arrays are larger than the L2 cache (try 268435456).
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

/// Fills `data` with `first`, `first` + 1, … up to 1023 more, again and again: exact in a float.
__global__ void count_up(float* data, size_t count, float first) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) {
    data[i] = first + static_cast<float>(i & 1023);
  }
}

// [show: grid-stride]
/// A thread takes the elements i, i + stride, i + 2 * stride, …: any grid is right for any count.
__global__ void add(const float* a, const float* b, float* c, size_t count) {
  const size_t stride = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    c[i] = a[i] + b[i];
  }
}
// [end: grid-stride]

constexpr int kWarmUpRuns = 3;
constexpr int kTimedRuns = 21;

unsigned blocks_for(size_t count, int threads) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

/// Prints a row: `bytes`, read and written, in the median time of many runs of `work`, or `-` where
/// that is not to be measured. Returns the rate in GB/s, 0 where there is none.
template <class Work>
double row(const char* name, bool measure, double bytes, double copy_rate, Work work) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int run = 0; run < (measure ? kWarmUpRuns + kTimedRuns : 1); ++run) {
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
    std::printf("%-24s  %9s  %9s\n", name, "-", "-");
    return 0.0;
  }
  const double rate = bytes / times[times.size() / 2] * 1e-6;
  std::printf("%-24s  %9.1f  %9.1f\n", name, rate, copy_rate > 0 ? 100 * rate / copy_rate : 100.0);
  return rate;
}

int main(int argc, char** argv) {
  const size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10000;
  const size_t bytes = count * sizeof(float);
  int device = 0;
  cudaDeviceProp properties;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaGetDeviceProperties(&properties, device));
  const bool measure = bytes > 2 * size_t(properties.l2CacheSize);

  float *a, *b, *c;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  count_up<<<blocks_for(count, 256), 256>>>(a, count, 0.0f);
  count_up<<<blocks_for(count, 256), 256>>>(b, count, 5000.0f);
  CHECK(cudaGetLastError());

  std::printf("%-24s  %9s  %9s\n", "the yardstick", "GB/s", "of copy %");
  const double copy_rate = row("device copy", measure, 2.0 * bytes, 0, [&] {
    CHECK(cudaMemcpyAsync(c, a, bytes, cudaMemcpyDeviceToDevice));
  });

  bool all_right = true;
  std::vector<float> sum(count);
  std::printf("\n%-24s  %9s  %9s\n", "threads in a block", "GB/s", "of copy %");
  for (int threads = 32; threads <= 1024; threads *= 2) {
    char name[32];
    std::snprintf(name, sizeof name, "%d threads", threads);
    CHECK(cudaMemset(c, 0, bytes));
    row(name, measure, 3.0 * bytes, copy_rate,
        [&] { add<<<blocks_for(count, threads), threads>>>(a, b, c, count); });

    CHECK(cudaMemcpy(sum.data(), c, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count && all_right; ++i) {
      const float expected = 5000.0f + 2.0f * static_cast<float>(i & 1023);
      if (sum[i] != expected) {
        std::printf("%s: element %zu is %g, expected %g\n", name, i, sum[i], expected);
        all_right = false;
      }
    }
  }

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  std::printf("\nresult: %s\n", all_right ? "all right" : "WRONG");
  return all_right ? 0 : 1;
}
