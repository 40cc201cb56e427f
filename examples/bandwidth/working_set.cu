// The same copy, again and again. From where do its bytes come: the L2 cache, or memory?
//
//   nvcc -arch=native working_set.cu && ./a.out [largest working set in MiB]
//   tools/book measure --example bandwidth
//
// Notice where the rate falls: there the data, read and written, no longer fits the L2 cache. A
// benchmark on less data than that measures the cache. Rates appear on a GPU only (try 2048).
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

/// Fills `data` with numbers that differ from their neighbours' and are exact in a float.
__global__ void fill_with_values(float* data, size_t count) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) {
    data[i] = static_cast<float>((i * 2654435761u) >> 12 & 0xFFFF);
  }
}

// [show: copy-again]
constexpr int kLoads = 4;  // of a thread, on their way at once

/// Copies `count` elements of 16 bytes, `passes` times. The loads leave L1 out (ld.global.cg), so
/// that a pass can find only in L2 what the pass before it has touched.
__global__ void copy_again(const float4* in, float4* out, size_t count, int passes) {
  const size_t stride = size_t{gridDim.x} * blockDim.x;
  const size_t first = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < passes; ++pass) {
    for (size_t start = first; start < count; start += kLoads * stride) {
      float4 values[kLoads];
#pragma unroll
      for (int k = 0; k < kLoads; ++k) {
        if (start + k * stride < count) values[k] = __ldcg(&in[start + k * stride]);
      }
#pragma unroll
      for (int k = 0; k < kLoads; ++k) {
        if (start + k * stride < count) out[start + k * stride] = values[k];
      }
    }
  }
}
// [end: copy-again]

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kSizesMiB[] = {4, 8, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048};
constexpr double kBytesOfARun = 17179869184.0;  // Small sets are copied often: no launch is short.
constexpr int kThreads = 512;
constexpr int kWarmUpRuns = 2;
constexpr int kTimedRuns = 11;

/// Copies half of a working set of `bytes` into its other half. Returns the rate in GB/s, read and
/// written, of the median run; 0 where there is no clock.
double copy_rate(const float* in, float* out, size_t bytes, bool measure, unsigned blocks) {
  const size_t count = bytes / 2 / sizeof(float4);
  const int passes = measure ? static_cast<int>(std::max(1.0, kBytesOfARun / bytes)) : 1;
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int run = 0; run < (measure ? kWarmUpRuns + kTimedRuns : 1); ++run) {
    CHECK(cudaEventRecord(start));
    copy_again<<<blocks, kThreads>>>(reinterpret_cast<const float4*>(in),
                                     reinterpret_cast<float4*>(out), count, passes);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0.0f;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (run >= kWarmUpRuns) times.push_back(milliseconds);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  if (!measure) return 0.0;
  std::sort(times.begin(), times.end());
  const float median = times[times.size() / 2];
  return median > 0.0f ? static_cast<double>(bytes) * passes / median * 1e-6 : 0.0;
}

int main(int argc, char** argv) {
  const bool measure = argc > 1;  // One pass over little data is enough to see that it is right.
  const size_t largest = (measure ? std::strtoull(argv[1], nullptr, 10) : 8) * kMiB;
  int device = 0, multiprocessors = 0, resident_blocks = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, copy_again, kThreads, 0));
  const unsigned blocks = multiprocessors * resident_blocks;

  float *in, *out;
  const size_t count = largest / 2 / sizeof(float);
  CHECK(cudaMalloc(&in, largest / 2));
  CHECK(cudaMalloc(&out, largest / 2));
  fill_with_values<<<static_cast<unsigned>((count + kThreads - 1) / kThreads), kThreads>>>(in,
                                                                                           count);
  CHECK(cudaGetLastError());

  bool all_right = true;
  std::vector<float> expected(count), copied(count);
  CHECK(cudaMemcpy(expected.data(), in, largest / 2, cudaMemcpyDeviceToHost));
  std::printf("%-24s  %9s\n", "working set", "GB/s");
  for (const size_t size : kSizesMiB) {
    const size_t bytes = size * kMiB;
    if (bytes > largest) continue;
    CHECK(cudaMemset(out, 0xFF, largest / 2));
    const double rate = copy_rate(in, out, bytes, measure, blocks);
    char name[32], shown[32] = "-";
    std::snprintf(name, sizeof name, "%zu MiB", size);
    if (rate > 0.0) std::snprintf(shown, sizeof shown, "%.1f", rate);
    std::printf("%-24s  %9s\n", name, shown);

    CHECK(cudaMemcpy(copied.data(), out, bytes / 2, cudaMemcpyDeviceToHost));
    const size_t floats = bytes / 2 / sizeof(float);
    if (!std::equal(copied.begin(), copied.begin() + floats, expected.begin())) {
      std::printf("%s: the copy differs\n", name);
      all_right = false;
    }
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  std::printf("\nresult: %s\n", all_right ? "all right" : "WRONG");
  return all_right ? 0 : 1;
}
