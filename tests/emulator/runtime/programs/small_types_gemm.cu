// C = A * B for bytes and for 8-bit floating point (e4m3), with mma.sync m16n8k32, 16 x 8 a warp.
// out: s8: 1024 elements, 0 wrong
// out: e4m3: 1024 elements, 0 beyond the bound
#include <cuda_fp8.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kM = 32, kN = 32, kK = 96;

/// Four elements of a row of A, or of a column of B, which both lie along k.
__device__ uint32_t four(const uint8_t* matrix, int line, int k) {
  return *reinterpret_cast<const uint32_t*>(matrix + line * kK + k);
}

template <class T>
__device__ void step(T (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]);

template <>
__device__ void step(int (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, "
      "{%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <>
__device__ void step(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, "
      "%9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <class T>
__global__ void multiply(const uint8_t* a, const uint8_t* b, T* c) {
  const int group = threadIdx.x / 4, place = threadIdx.x % 4;
  const int row = blockIdx.y * 16 + group, column = blockIdx.x * 8;
  T d[4] = {};
  for (int k = place * 4; k < kK; k += 32) {
    const uint32_t x[4] = {four(a, row, k), four(a, row + 8, k), four(a, row, k + 16),
                           four(a, row + 8, k + 16)};
    const uint32_t y[2] = {four(b, column + group, k), four(b, column + group, k + 16)};
    step(d, x, y);
  }
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * kN + column + place * 2 + i % 2] = d[i];
}

template <class T>
std::vector<T> product(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  uint8_t *d_a, *d_b;
  T* d_c;
  cudaMalloc(&d_a, a.size());
  cudaMalloc(&d_b, b.size());
  cudaMalloc(&d_c, kM * kN * sizeof(T));
  cudaMemcpy(d_a, a.data(), a.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size(), cudaMemcpyHostToDevice);
  multiply<T><<<dim3(kN / 8, kM / 16), 32>>>(d_a, d_b, d_c);
  std::vector<T> c(kM * kN);
  const cudaError_t status =
      cudaMemcpy(c.data(), d_c, c.size() * sizeof(T), cudaMemcpyDeviceToHost);
  if (status != cudaSuccess) std::printf("%s\n", cudaGetErrorString(status));
  return c;
}

double value(uint8_t bits) {
  __nv_fp8_e4m3 number;
  number.__x = bits;
  return static_cast<float>(number);
}

int main() {
  std::vector<uint8_t> a(kM * kK), b(kN * kK);
  for (size_t i = 0; i < a.size(); ++i) a[i] = uint8_t(i * 73 % 251);
  for (size_t i = 0; i < b.size(); ++i) b[i] = uint8_t(i * 91 % 241);
  const std::vector<int> integers = product<int>(a, b);
  for (uint8_t& bits : a) bits &= 0xBF;  // below 2, and no NaN
  for (uint8_t& bits : b) bits &= 0xBF;
  const std::vector<float> numbers = product<float>(a, b);
  for (size_t i = 0; i < a.size(); ++i) a[i] = uint8_t(i * 73 % 251);
  int wrong = 0, beyond = 0;
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      int sum = 0;
      double exact = 0, size = 0;
      for (int k = 0; k < kK; ++k) {
        const uint8_t x = a[row * kK + k], y = uint8_t((column * kK + k) * 91 % 241);
        sum += int(int8_t(x)) * int8_t(y);
        const double term = value(x & 0xBF) * value(y & 0xBF);
        exact += term;
        size += std::fabs(term);
      }
      wrong += integers[row * kN + column] != sum;
      beyond += std::fabs(numbers[row * kN + column] - exact) > size * 0x1p-20;
    }
  }
  std::printf("s8: %d elements, %d wrong\n", kM * kN, wrong);
  std::printf("e4m3: %d elements, %d beyond the bound\n", kM * kN, beyond);
}
