// 02: which way should a warp run?
#include <cstdio>

// [show: rows]
/// threadIdx.x runs along a row: `columns` floats in a row.
__global__ void read_rows(const float* in, float* out, int columns) {
  const int column = threadIdx.x;
  out[blockIdx.x * columns + column] = in[blockIdx.x * columns + column];
}
// [end: rows]

// [show: columns]
/// threadIdx.x runs down a column.
__global__ void __launch_bounds__(32) read_columns(const float* __restrict__ in, float* out, int columns) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[threadIdx.x * columns + blockIdx.x];
  out[blockIdx.x * columns + threadIdx.x] = tile[31 - threadIdx.x];
}
// [end: columns]

int main() { std::printf("rows  GB/s\n"); }
