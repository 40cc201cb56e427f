// Kernels as lessons write them, for the benchmark and for tests of whole kernels, native and in
// WebAssembly. kernels.ptx is what nvcc 13.0 makes of this file:
//
//     nvcc -ptx -arch=compute_90 -lineinfo -o kernels.ptx kernels.cu
//
// without the folders in its .file lines. Sizes are whole multiples of the blocks, except where a
// kernel checks a bound.

/// One thread an element.
extern "C" __global__ void copy(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

constexpr int kTile = 32;

/// Tiles of 32 × 32 by blocks of 32 × 32, `width` × `width` elements; a spare column keeps the
/// banks apart.
extern "C" __global__ void transpose(const float* in, float* out, int width) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * width + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * width + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

/// Reads shared memory for every multiplication: its own word, and a word that all lanes share.
extern "C" __global__ void shared_fma(float* out, int rounds) {
  __shared__ float own[256], same[4];
  own[threadIdx.x] = 1.0f;
  if (threadIdx.x < 4) same[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  volatile float* const mine = own + threadIdx.x;
  volatile float* const ours = same;
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += *mine * ours[k];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// The sum of a block's 256 elements: in shared memory down to a warp, then with shuffles.
extern "C" __global__ void reduce(const int* in, int* out) {
  __shared__ int partial[256];
  const unsigned thread = threadIdx.x;
  partial[thread] = in[blockIdx.x * blockDim.x + thread];
  __syncthreads();
  for (unsigned stride = 128; stride >= 32; stride /= 2) {
    if (thread < stride) partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  if (thread < 32) {
    int sum = partial[thread];
    for (int stride = 16; stride > 0; stride /= 2) {
      sum += __shfl_down_sync(0xFFFFFFFF, sum, stride);
    }
    if (thread == 0) out[blockIdx.x] = sum;
  }
}

/// c = a b, `width` × `width`, a block of 16 × 16 threads a tile.
extern "C" __global__ void gemm_tile(const float* a, const float* b, float* c, int width) {
  __shared__ float a_tile[16][16], b_tile[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < width; tile += 16) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * width + tile + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * width + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  c[row * width + column] = sum;
}

/// Steps to 1 in Collatz's sequence: the lanes of a warp part in a loop inside of a loop.
extern "C" __global__ void divergent(int* steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = i + 1;
  int count = 0;
  while (value != 1) {
    if (value % 2 == 1) value = 3 * value + 1;
    while (value % 2 == 0) {
      value /= 2;
      count += 1;
    }
    count += 1;
  }
  steps[i] = count;
}

/// As reduce's first step, without the barrier that it needs: racecheck has something to find.
extern "C" __global__ void missing_barrier(const int* in, int* out) {
  __shared__ int partial[256];
  partial[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = partial[255 - threadIdx.x];
}

/// Reads one element beyond `n`.
extern "C" __global__ void one_too_far(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i];
}
