// Exercise 06: a camera delivers r, g, b, r, g, b, … as floats. Make the picture grey.
//
//   tools/book exercise 06
//
// A solution: contiguous loads into shared memory, then every thread picks its own three floats.
#include <cuda_runtime.h>

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

/// How bright a pixel is, in eighths of each colour: exact in a float.
__host__ __device__ float brightness(float red, float green, float blue) {
  return 0.25f * red + 0.625f * green + 0.125f * blue;
}

/// grey[p] is the brightness of the pixel whose floats are rgb[3 * p], rgb[3 * p + 1] and
/// rgb[3 * p + 2]. The block first fetches its floats in the order in which they lie in memory.
__global__ void make_grey(const float* rgb, float* grey, int pixels) {
  __shared__ float tile[3 * kThreads];
  const size_t first = size_t{3} * blockIdx.x * kThreads;
  const size_t end = size_t{3} * pixels;
  for (int part = 0; part < 3; ++part) {
    const int i = part * kThreads + threadIdx.x;
    if (first + i < end) tile[i] = rgb[first + i];
  }
  __syncthreads();  // for all threads: those without a pixel have fetched for others

  const int pixel = blockIdx.x * kThreads + threadIdx.x;
  if (pixel < pixels) {
    // 3 is odd: the lanes of a warp read 32 different banks.
    const float* colours = &tile[3 * threadIdx.x];
    grey[pixel] = brightness(colours[0], colours[1], colours[2]);
  }
}

/// A colour value that differs from its neighbours'.
float colour_at(size_t i) { return static_cast<float>((i * 2654435761u) >> 13 & 0xFFFF); }

/// Makes a picture of `pixels` pixels grey on the device and compares every pixel.
bool is_right(int pixels) {
  std::vector<float> rgb(size_t{3} * pixels), grey(pixels);
  for (size_t i = 0; i < rgb.size(); ++i) rgb[i] = colour_at(i);
  float *d_rgb, *d_grey;
  CHECK(cudaMalloc(&d_rgb, rgb.size() * sizeof(float)));
  CHECK(cudaMalloc(&d_grey, grey.size() * sizeof(float)));
  CHECK(cudaMemcpy(d_rgb, rgb.data(), rgb.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_grey, 0xFF, grey.size() * sizeof(float)));  // what is not written stays NaN

  make_grey<<<(pixels + kThreads - 1) / kThreads, kThreads>>>(d_rgb, d_grey, pixels);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(grey.data(), d_grey, grey.size() * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_rgb));
  CHECK(cudaFree(d_grey));

  for (int p = 0; p < pixels; ++p) {
    const float expected = brightness(rgb[3 * p], rgb[3 * p + 1], rgb[3 * p + 2]);
    if (grey[p] != expected) {
      std::printf("%d pixels: pixel %d is %g, expected %g\n", pixels, p, grey[p], expected);
      return false;
    }
  }
  return true;
}

int main() {
  const int sizes[] = {10240, 10007, 1};  // whole blocks, a last block in part, a single pixel
  bool all_right = true;
  for (const int pixels : sizes) all_right = is_right(pixels) && all_right;
  std::printf("result: %s\n", all_right ? "ok" : "WRONG");
  return all_right ? 0 : 1;
}
