// 06: the same work on the same number of elements. Which bytes does a warp really move?
//
//   nvcc -arch=native 06_access_patterns.cu && ./a.out [elements | misaligned]
//   tools/book run 06_access_patterns
//
// Notice the sectors per request of each kernel, then the rates: they do not fall as far as the
// sectors rise. Rates appear only when the data is larger than the L2 cache (try 100663296).
#include <cuda_runtime.h>

#include <algorithm>
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

/// A value that differs from its neighbours' and is exact in a float.
__host__ __device__ float value_at(size_t i) {
  return static_cast<float>((i * 2654435761u) >> 12 & 0xFFFF);
}

/// Fills `data` with value_at(0), value_at(1), …
__global__ void fill_with_values(float* data, size_t count) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) {
    data[i] = value_at(i);
  }
}

// [show: one-request]
/// Reads every kStride-th float: neighbouring lanes are 4 * kStride bytes apart.
template <int kStride>
__global__ void read_strided(const float* __restrict__ in, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[i] = in[size_t{kStride} * i];
  }
}

/// Reads contiguous floats that start kOffset floats after a 256-byte boundary.
template <int kOffset>
__global__ void read_offset(const float* __restrict__ in, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[i] = in[i + kOffset];
  }
}

/// Reads the same floats in another order of lanes: 31 reverses the warp, 5 stays in each sector.
template <int kFlip>
__global__ void read_permuted(const float* __restrict__ in, float* __restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[i] = in[i ^ kFlip];
  }
}

/// Copies `count` elements of any width: the wider the element, the fewer the requests.
template <class Element>
__global__ void copy_as(const Element* in, Element* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[i] = in[i];
  }
}
// [end: one-request]

constexpr int kChannels = 64;

// [show: channels]
/// One plane a channel: data[channel * pixels + pixel]. Wrong: neighbouring lanes take neighbouring
/// channels, which are a whole plane apart.
__global__ void cap_channel_by_lane(float* data, const float* limit, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = i % kChannels;
  const int pixel = i / kChannels;
  if (pixel < pixels) {
    float* element = &data[size_t(channel) * pixels + pixel];
    *element = fminf(*element, limit[channel]);
  }
}

/// Right: the channel comes from blockIdx.y, so the lanes run along the pixels of one plane.
__global__ void cap_channel_by_block(float* data, const float* limit, int pixels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = blockIdx.y;
  if (pixel < pixels) {
    float* element = &data[size_t(channel) * pixels + pixel];
    *element = fminf(*element, limit[channel]);
  }
}
// [end: channels]

// [show: rows-and-columns]
/// Wrong: threadIdx.x runs down a column, so the lanes of a warp are a whole row apart.
__global__ void raise_down_columns(float* image, float floor, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    float* pixel = &image[size_t(row) * columns + column];
    *pixel = fmaxf(*pixel, floor);
  }
}

/// Right: threadIdx.x runs along the row.
__global__ void raise_along_rows(float* image, float floor, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    float* pixel = &image[size_t(row) * columns + column];
    *pixel = fmaxf(*pixel, floor);
  }
}

/// A thread sums one row. It reads contiguously; its warp reads down a column.
__global__ void sum_each_row(const float* image, float* sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < columns; ++column) {
    sum += image[size_t(row) * columns + column];
  }
  sums[row] = sum;
}

/// A thread sums one column. It jumps from row to row; its warp reads along a row.
__global__ void sum_each_column(const float* image, float* sums, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) {
    sum += image[size_t(row) * columns + column];
  }
  sums[column] = sum;
}
// [end: rows-and-columns]

// [show: particles]
struct Particle {
  float x, y, z, vx, vy, vz;  // 24 bytes: the step from lane to lane
};

struct Particles {
  float *x, *y, *z, *vx, *vy, *vz;  // six arrays, each contiguous
};

/// Array of structures, all six fields used: every byte that comes is needed, soon.
__global__ void move_aos(Particle* particles, float dt, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    particles[i].x += particles[i].vx * dt;
    particles[i].y += particles[i].vy * dt;
    particles[i].z += particles[i].vz * dt;
  }
}

/// Structure of arrays, all six fields used.
__global__ void move_soa(Particles particles, float dt, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    particles.x[i] += particles.vx[i] * dt;
    particles.y[i] += particles.vy[i] * dt;
    particles.z[i] += particles.vz[i] * dt;
  }
}

/// Array of structures, one field used: the other five come along for nothing.
__global__ void shift_aos(Particle* particles, float dx, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    particles[i].x += dx;
  }
}

/// Structure of arrays, one field used: nothing comes along.
__global__ void shift_soa(Particles particles, float dx, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    particles.x[i] += dx;
  }
}
// [end: particles]

/// Reads 16 bytes at an address that is a multiple of 4 only: an error, not a slow path.
__global__ void read_misaligned(const float* in, float4* out) {
  out[threadIdx.x] = reinterpret_cast<const float4*>(in + 1)[threadIdx.x];
}

constexpr int kThreads = 512;    // Smaller blocks start too slowly to keep memory busy.
constexpr int kSumThreads = 64;  // A thread a row or column: few threads, spread over all SMs.
constexpr int kWarmUpRuns = 3;
constexpr int kTimedRuns = 21;

unsigned blocks_for(size_t count, int threads = kThreads) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

/// Runs and prints the rows of the tables.
struct Bench {
  bool measure = false;    // only when the data does not fit the L2 cache
  double copy_rate = 0.0;  // GB/s of the device copy
  bool all_right = true;

  int launches_a_row() const { return measure ? kWarmUpRuns + kTimedRuns : 1; }

  void title(const char* text) const {
    std::printf("\n%-34s  %11s  %9s\n", text, "useful GB/s", "of copy %");
  }

  /// Runs `work`, which asks for `bytes` bytes (read and written), and prints a row: the rate is
  /// that of the median time. Returns the rate in GB/s, 0 where there is none.
  template <class Work>
  double row(const char* name, double bytes, Work work) const {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int run = 0; run < launches_a_row(); ++run) {
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
      std::printf("%-34s  %11s  %9s\n", name, "-", "-");
      return 0.0;
    }
    const double rate = bytes / times[times.size() / 2] * 1e-6;
    std::printf("%-34s  %11.1f  %9.1f\n", name, rate,
                copy_rate > 0 ? 100 * rate / copy_rate : 100.0);
    return rate;
  }

  /// Compares `count` floats of the device with `expected(i)`.
  template <class Expected>
  void verify(const char* name, const float* device, size_t count, Expected expected) {
    std::vector<float> host(count);
    CHECK(cudaMemcpy(host.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count; ++i) {
      if (host[i] != expected(i)) {
        std::printf("%s: element %zu is %g, expected %g\n", name, i, host[i], expected(i));
        all_right = false;
        return;
      }
    }
  }
};

float* new_floats(size_t count) {
  float* data = nullptr;
  CHECK(cudaMalloc(&data, count * sizeof(float)));
  return data;
}

void fill(float* data, size_t count) {
  fill_with_values<<<blocks_for(count), kThreads>>>(data, count);
  CHECK(cudaGetLastError());
}

template <int kStride>
void strided_row(Bench& bench, const float* in, float* out, int count) {
  char name[32];
  std::snprintf(name, sizeof name, "stride %d", kStride);
  bench.row(name, 8.0 * count,
            [&] { read_strided<kStride><<<blocks_for(count), kThreads>>>(in, out, count); });
  bench.verify(name, out, count, [](size_t i) { return value_at(kStride * i); });
}

template <int kOffset>
void offset_row(Bench& bench, const float* in, float* out, int count) {
  char name[32];
  std::snprintf(name, sizeof name, "start %d", kOffset);
  bench.row(name, 8.0 * count,
            [&] { read_offset<kOffset><<<blocks_for(count), kThreads>>>(in, out, count); });
  bench.verify(name, out, count, [](size_t i) { return value_at(i + kOffset); });
}

template <int kFlip>
void permuted_row(Bench& bench, const char* name, const float* in, float* out, int count) {
  bench.row(name, 8.0 * count,
            [&] { read_permuted<kFlip><<<blocks_for(count), kThreads>>>(in, out, count); });
  bench.verify(name, out, count, [](size_t i) { return value_at(i ^ kFlip); });
}

template <class Element>
void width_row(Bench& bench, const char* name, const float* in, float* out, int floats) {
  const int count = static_cast<int>(floats * sizeof(float) / sizeof(Element));
  CHECK(cudaMemset(out, 0xFF, floats * sizeof(float)));
  bench.row(name, 8.0 * floats, [&] {
    copy_as<<<blocks_for(count), kThreads>>>(reinterpret_cast<const Element*>(in),
                                             reinterpret_cast<Element*>(out), count);
  });
  bench.verify(name, out, floats, value_at);
}

void one_request(Bench& bench, int count) {
  // The strided rows read a quarter as many elements: their array is then 8 * count floats.
  float* in = new_floats(size_t{8} * count);
  float* out = new_floats(count);
  fill(in, size_t{8} * count);

  bench.title("the yardstick");
  bench.copy_rate = bench.row("device copy", 8.0 * count, [&] {
    CHECK(cudaMemcpyAsync(out, in, count * sizeof(float), cudaMemcpyDeviceToDevice));
  });
  bench.title("stride in floats");
  strided_row<1>(bench, in, out, count / 4);
  strided_row<2>(bench, in, out, count / 4);
  strided_row<4>(bench, in, out, count / 4);
  strided_row<8>(bench, in, out, count / 4);
  strided_row<16>(bench, in, out, count / 4);
  strided_row<32>(bench, in, out, count / 4);
  bench.title("start in floats");
  offset_row<0>(bench, in, out, count);
  offset_row<1>(bench, in, out, count);
  offset_row<8>(bench, in, out, count);
  offset_row<16>(bench, in, out, count);
  bench.title("order of the lanes");
  permuted_row<31>(bench, "reversed in the warp", in, out, count);
  permuted_row<5>(bench, "permuted in the sector", in, out, count);
  bench.title("width of an element");
  width_row<unsigned char>(bench, "unsigned char (1 byte)", in, out, count);
  width_row<uchar4>(bench, "uchar4 (4 bytes)", in, out, count);
  width_row<float>(bench, "float (4 bytes)", in, out, count);
  width_row<float2>(bench, "float2 (8 bytes)", in, out, count);
  width_row<float3>(bench, "float3 (12 bytes)", in, out, count);
  width_row<float4>(bench, "float4 (16 bytes)", in, out, count);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

void channels(Bench& bench, int count) {
  const int pixels = count / kChannels;
  std::vector<float> limits(kChannels);
  for (int channel = 0; channel < kChannels; ++channel) limits[channel] = 1000.0f * channel;
  float* data = new_floats(count);
  float* limit = new_floats(kChannels);
  CHECK(cudaMemcpy(limit, limits.data(), kChannels * sizeof(float), cudaMemcpyHostToDevice));
  const auto capped = [&](size_t i) { return std::min(value_at(i), limits[i / pixels]); };

  bench.title("64 channels");
  fill(data, count);
  bench.row("channel by lane", 8.0 * count,
            [&] { cap_channel_by_lane<<<blocks_for(count), kThreads>>>(data, limit, pixels); });
  bench.verify("channel by lane", data, count, capped);
  fill(data, count);
  bench.row("channel by block", 8.0 * count, [&] {
    cap_channel_by_block<<<dim3(blocks_for(pixels), kChannels), kThreads>>>(data, limit, pixels);
  });
  bench.verify("channel by block", data, count, capped);

  CHECK(cudaFree(data));
  CHECK(cudaFree(limit));
}

void rows_and_columns(Bench& bench, int count) {
  const int columns = bench.measure ? 12288 : 256;
  const int rows = count / columns;
  const float floor = 30000.0f;
  const dim3 block(32, 16);
  float* image = new_floats(count);
  float* sums = new_floats(std::max(rows, columns));
  const auto raised = [&](size_t i) { return std::max(value_at(i), floor); };
  const auto pixel_at = [&](size_t row, size_t column) { return value_at(row * columns + column); };

  bench.title("rows and columns");
  fill(image, count);
  bench.row("sum of each row", 4.0 * count, [&] {
    sum_each_row<<<blocks_for(rows, kSumThreads), kSumThreads>>>(image, sums, rows, columns);
  });
  bench.verify("sum of each row", sums, rows, [&](size_t row) {
    float sum = 0.0f;
    for (int column = 0; column < columns; ++column) sum += pixel_at(row, column);
    return sum;
  });
  bench.row("sum of each column", 4.0 * count, [&] {
    sum_each_column<<<blocks_for(columns, kSumThreads), kSumThreads>>>(image, sums, rows, columns);
  });
  bench.verify("sum of each column", sums, columns, [&](size_t column) {
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) sum += pixel_at(row, column);
    return sum;
  });
  bench.row("x down the columns", 8.0 * count, [&] {
    const dim3 grid((rows + 31) / 32, (columns + 15) / 16);
    raise_down_columns<<<grid, block>>>(image, floor, rows, columns);
  });
  bench.verify("x down the columns", image, count, raised);
  fill(image, count);
  bench.row("x along the rows", 8.0 * count, [&] {
    const dim3 grid((columns + 31) / 32, (rows + 15) / 16);
    raise_along_rows<<<grid, block>>>(image, floor, rows, columns);
  });
  bench.verify("x along the rows", image, count, raised);

  CHECK(cudaFree(image));
  CHECK(cudaFree(sums));
}

void particles(Bench& bench, int floats) {
  const int count = floats / 6;
  float* storage = new_floats(floats);  // the same bytes serve both layouts
  Particle* aos = reinterpret_cast<Particle*>(storage);
  Particles soa{};
  float** const fields[6] = {&soa.x, &soa.y, &soa.z, &soa.vx, &soa.vy, &soa.vz};
  for (int field = 0; field < 6; ++field) *fields[field] = storage + size_t(field) * count;
  const int launches = bench.launches_a_row();

  // Field f of particle p starts as value_at(p + f), a velocity as its last 5 bits: all exact.
  const auto initial = [](size_t particle, size_t field) {
    const float value = value_at(particle + field);
    return field < 3 ? value : static_cast<float>(static_cast<int>(value) & 31);
  };
  const auto run = [&](const char* name, bool is_aos, bool moves, double bytes, auto kernel) {
    const auto place = [=](size_t particle, size_t field) {
      return is_aos ? particle * 6 + field : field * count + particle;
    };
    std::vector<float> host(floats);
    for (int particle = 0; particle < count; ++particle) {
      for (int field = 0; field < 6; ++field) {
        host[place(particle, field)] = initial(particle, field);
      }
    }
    CHECK(cudaMemcpy(storage, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
    bench.row(name, bytes * count, kernel);
    bench.verify(name, storage, floats, [&](size_t i) {
      const size_t particle = is_aos ? i / 6 : i % count;
      const size_t field = is_aos ? i % 6 : i / count;
      const float start = initial(particle, field);
      if (moves) return field < 3 ? start + launches * initial(particle, field + 3) : start;
      return field == 0 ? start + launches : start;
    });
  };

  bench.title("particles");
  const unsigned blocks = blocks_for(count);
  run("all fields, AoS", true, true, 36, [&] { move_aos<<<blocks, kThreads>>>(aos, 1.0f, count); });
  run("all fields, SoA", false, true, 36,
      [&] { move_soa<<<blocks, kThreads>>>(soa, 1.0f, count); });
  run("one field, AoS", true, false, 8, [&] { shift_aos<<<blocks, kThreads>>>(aos, 1.0f, count); });
  run("one field, SoA", false, false, 8,
      [&] { shift_soa<<<blocks, kThreads>>>(soa, 1.0f, count); });

  CHECK(cudaFree(storage));
}

void misaligned() {
  float* in = new_floats(256);
  float* out = new_floats(128);
  CHECK(cudaMemset(in, 0, 256 * sizeof(float)));
  std::printf("reading float4 at an address that is not a multiple of 16\n");
  read_misaligned<<<1, 32>>>(in, reinterpret_cast<float4*>(out));
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "misaligned") == 0) {
    misaligned();
    return 0;
  }
  const int count = argc > 1 ? std::atoi(argv[1]) : 24576;
  if (count < 24576 || count % 24576 != 0) {
    std::printf("elements must be a multiple of 24576, so that every warp is full\n");
    return 2;
  }
  int l2_bytes = 0;
  CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, 0));
  Bench bench;
  bench.measure = count * sizeof(float) > 4 * static_cast<size_t>(l2_bytes);
  std::printf("%d floats\n", count);

  one_request(bench, count);
  channels(bench, count);
  rows_and_columns(bench, count);
  particles(bench, count);

  std::printf("\nresult: %s\n", bench.all_right ? "all right" : "WRONG");
  return bench.all_right ? 0 : 1;
}
