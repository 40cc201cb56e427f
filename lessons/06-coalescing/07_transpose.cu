// 07: a transpose cannot read and write along rows at once. Or can it?
//
//   nvcc -arch=native 07_transpose.cu && ./a.out [rows [columns]]
//   tools/book run 07_transpose
//
// Notice the sectors per request of the loads and of the stores, line by line: one of them is 32
// until shared memory comes in between. Then compare the last two steps: same requests, same
// sectors, another order of the blocks. Rates appear for data larger than L2 (try 16384).
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

// All kernels: `in` has `rows` rows of `columns` floats, `out` has `columns` rows of `rows` floats.

// [show: naive]
/// threadIdx.x runs along the rows of `in`: reads are coalesced, writes are a whole row apart.
__global__ void transpose_coalesced_reads(const float* in, float* out, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    out[size_t(column) * rows + row] = in[size_t(row) * columns + column];
  }
}

/// threadIdx.x runs along the rows of `out`: writes are coalesced, reads are a whole row apart.
__global__ void transpose_coalesced_writes(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    out[size_t(column) * rows + row] = in[size_t(row) * columns + column];
  }
}
// [end: naive]

constexpr int kTile = 32;
constexpr int kTileRows = 8;  // a block of 32 x 8 threads moves a tile in four steps

// [show: tile]
/// Reads a tile along its rows into shared memory, then writes it along its columns: both sides are
/// coalesced. With kPitch == 32 a column of the tile lies in one bank; with 33, in 32 banks.
template <int kPitch>
__global__ void transpose_tile(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[kTile][kPitch];
  int column = blockIdx.x * kTile + threadIdx.x;
  int row = blockIdx.y * kTile + threadIdx.y;
  for (int step = 0; step < kTile; step += kTileRows) {
    if (row + step < rows && column < columns) {
      tile[threadIdx.y + step][threadIdx.x] = in[size_t(row + step) * columns + column];
    }
  }
  __syncthreads();
  row = blockIdx.y * kTile + threadIdx.x;
  column = blockIdx.x * kTile + threadIdx.y;
  for (int step = 0; step < kTile; step += kTileRows) {
    if (row < rows && column + step < columns) {
      out[size_t(column + step) * rows + row] = tile[threadIdx.x][threadIdx.y + step];
    }
  }
}
// [end: tile]

constexpr int kWideTile = 64;
constexpr int kWideThreads = 512;      // 256 give 0.2 % less on an H200, 1,024 give 14 % less
constexpr int kQuads = kWideTile / 4;  // float4 in a row of a tile

// [show: vectorised]
/// Moves one 64 x 64 tile with float4 on both sides: 512 threads, two loads in flight each. Needs
/// rows and columns that are multiples of 64. The data is used once: __ldcs and __stcs say so.
__device__ void move_wide_tile(const float* in, float* out, int rows, int columns, int tile_row,
                               int tile_column) {
  __shared__ float tile[kWideTile][kWideTile + 1];
  in += size_t(tile_row) * kWideTile * columns + tile_column * kWideTile;
  out += size_t(tile_column) * kWideTile * rows + tile_row * kWideTile;
  const int quad = threadIdx.x % kQuads * 4;
  const int line = threadIdx.x / kQuads;
  constexpr int kLines = kWideThreads / kQuads;

  float4 loaded[kWideTile / kLines];
#pragma unroll
  for (int i = 0; i < kWideTile / kLines; ++i) {
    const size_t row = line + i * kLines;
    loaded[i] = __ldcs(reinterpret_cast<const float4*>(in + row * columns + quad));
  }
#pragma unroll
  for (int i = 0; i < kWideTile / kLines; ++i) {
    float* row = &tile[line + i * kLines][quad];
    row[0] = loaded[i].x;
    row[1] = loaded[i].y;
    row[2] = loaded[i].z;
    row[3] = loaded[i].w;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kWideTile / kLines; ++i) {
    const int column = line + i * kLines;
    const float4 gathered = make_float4(tile[quad][column], tile[quad + 1][column],
                                        tile[quad + 2][column], tile[quad + 3][column]);
    __stcs(reinterpret_cast<float4*>(out + size_t(column) * rows + quad), gathered);
  }
}

/// Neighbouring blocks read neighbouring tiles of `in`: they write far apart.
__global__ void __launch_bounds__(kWideThreads)
    transpose_wide_in_order_of_reads(const float* in, float* out, int rows, int columns) {
  move_wide_tile(in, out, rows, columns, blockIdx.y, blockIdx.x);
}

/// Neighbouring blocks write neighbouring tiles of `out`: they read far apart.
__global__ void __launch_bounds__(kWideThreads)
    transpose_wide_in_order_of_writes(const float* in, float* out, int rows, int columns) {
  move_wide_tile(in, out, rows, columns, blockIdx.x, blockIdx.y);
}
// [end: vectorised]

constexpr int kWarmUpRuns = 3;
constexpr int kTimedRuns = 21;

struct Matrix {
  int rows, columns;
  size_t bytes() const { return size_t(rows) * columns * sizeof(float); }
};

/// Median time of `work` in milliseconds; 0 when the data is too small to measure, or on the
/// emulator, which has no clock.
template <class Work>
float median_milliseconds(bool measure, Work work) {
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
  if (times.empty()) return 0.0f;
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Prints a row of the table: bytes read and written a second, and that as a share of the copy's.
void print_row(const char* name, const Matrix& matrix, float milliseconds,
               float copy_milliseconds) {
  if (milliseconds == 0.0f) {
    std::printf("%-34s  %9s  %9s\n", name, "-", "-");
  } else {
    std::printf("%-34s  %9.1f  %9.1f\n", name, 2e-6 * matrix.bytes() / milliseconds,
                100.0 * copy_milliseconds / milliseconds);
  }
}

/// Is `out`, on the device, the transpose of `in`? Compares by squares, which the caches like.
bool is_transpose(const std::vector<float>& in, const float* out, const Matrix& matrix) {
  std::vector<float> host(in.size());
  CHECK(cudaMemcpy(host.data(), out, matrix.bytes(), cudaMemcpyDeviceToHost));
  constexpr int kSquare = 64;
  for (int first_row = 0; first_row < matrix.rows; first_row += kSquare) {
    for (int first_column = 0; first_column < matrix.columns; first_column += kSquare) {
      const int last_row = std::min(first_row + kSquare, matrix.rows);
      const int last_column = std::min(first_column + kSquare, matrix.columns);
      for (int row = first_row; row < last_row; ++row) {
        for (int column = first_column; column < last_column; ++column) {
          const float expected = in[size_t(row) * matrix.columns + column];
          const float got = host[size_t(column) * matrix.rows + row];
          if (got != expected) {
            std::printf("row %d, column %d: %g, expected %g\n", row, column, got, expected);
            return false;
          }
        }
      }
    }
  }
  return true;
}

int main(int argc, char** argv) {
  Matrix matrix{512, 512};
  if (argc > 1) matrix.rows = matrix.columns = std::atoi(argv[1]);
  if (argc > 2) matrix.columns = std::atoi(argv[2]);
  if (matrix.rows < 1 || matrix.columns < 1) {
    std::printf("rows and columns must be positive numbers\n");
    return 2;
  }
  int l2_bytes = 0;
  CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, 0));
  const bool measure = matrix.bytes() > 4 * static_cast<size_t>(l2_bytes);

  std::vector<float> host(size_t(matrix.rows) * matrix.columns);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>((i * 2654435761u) >> 9 & 0x7FFFFF);
  float *in, *out;
  CHECK(cudaMalloc(&in, matrix.bytes()));
  CHECK(cudaMalloc(&out, matrix.bytes()));
  CHECK(cudaMemcpy(in, host.data(), matrix.bytes(), cudaMemcpyHostToDevice));

  char title[64];
  std::snprintf(title, sizeof title, "transpose %d x %d floats", matrix.rows, matrix.columns);
  std::printf("%-34s  %9s  %9s\n", title, "GB/s", "of copy %");
  const float copy_milliseconds = median_milliseconds(
      measure, [&] { CHECK(cudaMemcpyAsync(out, in, matrix.bytes(), cudaMemcpyDeviceToDevice)); });
  print_row("device copy", matrix, copy_milliseconds, copy_milliseconds);

  bool all_right = true;
  const auto step = [&](const char* name, auto kernel, dim3 grid, dim3 block) {
    CHECK(cudaMemset(out, 0xFF, matrix.bytes()));  // what a kernel forgets to write stays NaN
    const float milliseconds = median_milliseconds(
        measure, [&] { kernel<<<grid, block>>>(in, out, matrix.rows, matrix.columns); });
    print_row(name, matrix, milliseconds, copy_milliseconds);
    all_right = is_transpose(host, out, matrix) && all_right;
  };
  const auto blocks = [](int count, int tile) { return unsigned(count + tile - 1) / tile; };

  const dim3 block(kTile, kTileRows);
  step("naive, coalesced reads", transpose_coalesced_reads,
       dim3(blocks(matrix.columns, kTile), blocks(matrix.rows, kTileRows)), block);
  step("naive, coalesced writes", transpose_coalesced_writes,
       dim3(blocks(matrix.rows, kTile), blocks(matrix.columns, kTileRows)), block);
  const dim3 tiles(blocks(matrix.columns, kTile), blocks(matrix.rows, kTile));
  step("tile", transpose_tile<kTile>, tiles, block);
  step("tile, padded", transpose_tile<kTile + 1>, tiles, block);
  if (matrix.rows % kWideTile == 0 && matrix.columns % kWideTile == 0) {
    const unsigned down = matrix.rows / kWideTile, across = matrix.columns / kWideTile;
    step("float4, in order of reads", transpose_wide_in_order_of_reads, dim3(across, down),
         kWideThreads);
    step("float4, in order of writes", transpose_wide_in_order_of_writes, dim3(down, across),
         kWideThreads);
  } else {
    std::printf("float4: needs multiples of 64, skipped\n");
  }

  std::printf("\nresult: %s\n", all_right ? "all right" : "WRONG");
  return all_right ? 0 : 1;
}
