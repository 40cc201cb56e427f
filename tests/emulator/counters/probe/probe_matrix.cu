// As probe.cu, for what moves whole matrices: ldmatrix, stmatrix, and the loads and stores of wmma.
//
//     python record.py readings_matrix_h200.csv PROGRAM     (PROGRAM: this file, built by nvcc
//     -arch=native)
//
// Of ldmatrix and stmatrix, `bytes` is the number of matrices and the offsets are those of the 32
// rows. Of wmma, `bytes` is the stride in elements; the offsets are not used.
#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

namespace wmma = nvcuda::wmma;

constexpr uint32_t kSharedBytes = 32768;

struct Pattern {
  uint32_t offset[32];
};

enum class Op { Load, LoadTransposed, Store, StoreTransposed };
constexpr const char* kOpNames[] = {"ldmatrix", "ldmatrix_trans", "stmatrix", "stmatrix_trans"};

template <Op op, int matrices>
__device__ uint32_t move(uint32_t address, uint32_t value) {
  uint32_t r[4] = {value, value, value, value};
  if constexpr (op == Op::Load && matrices == 1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(address));
  if constexpr (op == Op::Load && matrices == 2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(address));
  if constexpr (op == Op::Load && matrices == 4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address));
  if constexpr (op == Op::LoadTransposed && matrices == 1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(address));
  if constexpr (op == Op::LoadTransposed && matrices == 2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(address));
  if constexpr (op == Op::LoadTransposed && matrices == 4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(address));
#if __CUDA_ARCH__ >= 900
  if constexpr (op == Op::Store && matrices == 1)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(address), "r"(r[0]));
  if constexpr (op == Op::Store && matrices == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(address),
                 "r"(r[0]), "r"(r[1]));
  if constexpr (op == Op::Store && matrices == 4)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),
                 "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
  if constexpr (op == Op::StoreTransposed && matrices == 1)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(address),
                 "r"(r[0]));
  if constexpr (op == Op::StoreTransposed && matrices == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(address),
                 "r"(r[0]), "r"(r[1]));
  if constexpr (op == Op::StoreTransposed && matrices == 4)
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),
        "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
#endif
  return r[0] ^ r[1] ^ r[2] ^ r[3];
}

template <Op op, int matrices>
__global__ void probe(const __grid_constant__ Pattern pattern, uint32_t* buffer, uint32_t never) {
  __shared__ __align__(128) unsigned char shared[kSharedBytes];
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(shared));
  const uint32_t result = move<op, matrices>(base + pattern.offset[threadIdx.x], never);
  if (result == 0xDEADBEEF) buffer[threadIdx.x] = result;
}

int launches = 0;
uint32_t* buffer = nullptr;

void print_row(const char* name, const char* suffix, int number, const Pattern& pattern) {
  std::printf("%d,%s%s,%d,0xffffffff", launches++, name, suffix, number);
  for (const uint32_t offset : pattern.offset) std::printf(",%u", offset);
  std::printf("\n");
}

template <Op op, int matrices>
void launch(const Pattern& pattern) {
  print_row(kOpNames[static_cast<int>(op)], "", matrices, pattern);
  probe<op, matrices><<<1, 32>>>(pattern, buffer, 0x12345678);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

uint32_t random_below(uint32_t limit) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<uint32_t>(state >> 33) % limit;
}

/// Row addresses, 16 bytes each.
std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  const auto add = [&](auto where) {
    Pattern pattern;
    for (uint32_t lane = 0; lane < 32; ++lane)
      pattern.offset[lane] = where(lane) * 16 % kSharedBytes;
    all.push_back(pattern);
  };
  // One row behind the other; a tile of 8 16-byte columns, without padding, padded, swizzled.
  for (const uint32_t step : {0, 1, 2, 3, 4, 5, 8, 9, 16, 17})
    add([=](uint32_t i) { return i * step; });
  add([](uint32_t i) { return i % 8 * 8; });
  add([](uint32_t i) { return i % 8 * 8 + ((i / 8) ^ i % 8); });
  add([](uint32_t i) { return i % 16 * 8 + ((i / 16) ^ i % 8); });
  add([](uint32_t i) { return i % 16 * 4 + ((i / 16) ^ (i >> 1 & 3)); });
  add([](uint32_t i) { return i % 16 * 2 + i / 16; });
  add([](uint32_t i) { return 31 - i; });
  add([](uint32_t i) { return i / 2; });
  add([](uint32_t i) { return i / 8; });
  add([](uint32_t i) { return i % 8; });
  add([](uint32_t i) { return i % 8 * 8 + i / 8 * 64; });
  for (int k = 0; k < 8; ++k) {
    uint32_t places[32];
    for (uint32_t& place : places) place = random_below(8u << k);
    add([&](uint32_t lane) { return places[lane]; });
  }
  return all;
}

template <Op op>
void probe_all() {
  for (const Pattern& each : patterns()) {
    launch<op, 1>(each);
    launch<op, 2>(each);
    launch<op, 4>(each);
  }
}

template <class Fragment>
__device__ void keep(const Fragment& fragment, uint32_t* buffer) {
  uint32_t sum = 0;
  for (int i = 0; i < fragment.num_elements; ++i)
    sum ^= static_cast<uint32_t>(static_cast<float>(fragment.x[i])) + i;
  if (sum == 0xDEADBEEF) buffer[threadIdx.x] = sum;
}

template <class Fragment, class T, bool is_shared>
__global__ void load_factor(const T* global, int stride, uint32_t* buffer) {
  __shared__ __align__(128) unsigned char shared[kSharedBytes];
  Fragment fragment;
  wmma::load_matrix_sync(fragment, is_shared ? reinterpret_cast<const T*>(shared) : global, stride);
  keep(fragment, buffer);
}

template <class Fragment, class T, bool is_shared>
__global__ void load_addend(const T* global, int stride, uint32_t* buffer, wmma::layout_t layout) {
  __shared__ __align__(128) unsigned char shared[kSharedBytes];
  Fragment fragment;
  const T* const from = is_shared ? reinterpret_cast<const T*>(shared) : global;
  // The layout is a constant of the instruction.
  if (layout == wmma::mem_row_major) {
    wmma::load_matrix_sync(fragment, from, stride, wmma::mem_row_major);
  } else {
    wmma::load_matrix_sync(fragment, from, stride, wmma::mem_col_major);
  }
  keep(fragment, buffer);
}

template <class Fragment, class T, bool is_shared>
__global__ void store_result(T* global, int stride, uint32_t* buffer, wmma::layout_t layout) {
  __shared__ __align__(128) unsigned char shared[kSharedBytes];
  Fragment fragment;
  wmma::fill_fragment(fragment, T(stride));
  T* const to = is_shared ? reinterpret_cast<T*>(shared) : global;
  if (layout == wmma::mem_row_major) {
    wmma::store_matrix_sync(to, fragment, stride, wmma::mem_row_major);
  } else {
    wmma::store_matrix_sync(to, fragment, stride, wmma::mem_col_major);
  }
  if (is_shared && stride == 0) buffer[threadIdx.x] = shared[threadIdx.x];
}

template <class Fragment, class T>
void factor(const char* name, std::initializer_list<int> strides) {
  for (const int stride : strides) {
    print_row(name, "_shared", stride, {});
    load_factor<Fragment, T, true><<<1, 32>>>(reinterpret_cast<T*>(buffer), stride, buffer);
    print_row(name, "_global", stride, {});
    load_factor<Fragment, T, false><<<1, 32>>>(reinterpret_cast<T*>(buffer), stride, buffer);
    CHECK(cudaDeviceSynchronize());
  }
}

template <class Fragment, class T>
void addend(const char* name, wmma::layout_t layout, std::initializer_list<int> strides) {
  const std::string load = std::string("wmma_load_") + name,
                    store = std::string("wmma_store_") + name;
  T* const global = reinterpret_cast<T*>(buffer);
  for (const int stride : strides) {
    print_row(load.c_str(), "_shared", stride, {});
    load_addend<Fragment, T, true><<<1, 32>>>(global, stride, buffer, layout);
    print_row(load.c_str(), "_global", stride, {});
    load_addend<Fragment, T, false><<<1, 32>>>(global, stride, buffer, layout);
    print_row(store.c_str(), "_shared", stride, {});
    store_result<Fragment, T, true><<<1, 32>>>(global, stride, buffer, layout);
    print_row(store.c_str(), "_global", stride, {});
    store_result<Fragment, T, false><<<1, 32>>>(global, stride, buffer, layout);
    CHECK(cudaDeviceSynchronize());
  }
}

int main() {
  CHECK(cudaMalloc(&buffer, 1 << 20));
  CHECK(cudaMemset(buffer, 0, 1 << 20));
  std::printf("launch,operation,bytes,mask");
  for (int lane = 0; lane < 32; ++lane) std::printf(",offset%d", lane);
  std::printf("\n");
  probe_all<Op::Load>();
  probe_all<Op::Store>();
  for (const Pattern& each : patterns()) {
    launch<Op::LoadTransposed, 4>(each);
    launch<Op::StoreTransposed, 4>(each);
  }
  using wmma::fragment;
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  factor<fragment<wmma::matrix_a, 16, 16, 16, half, Row>, half>("wmma_load_a_row_f16",
                                                                {16, 24, 64, 72});
  factor<fragment<wmma::matrix_a, 16, 16, 16, half, Column>, half>("wmma_load_a_col_f16",
                                                                   {16, 24, 64});
  factor<fragment<wmma::matrix_b, 16, 16, 16, half, Row>, half>("wmma_load_b_row_f16",
                                                                {16, 24, 64});
  factor<fragment<wmma::matrix_b, 16, 16, 16, half, Column>, half>("wmma_load_b_col_f16",
                                                                   {16, 24, 64});
  factor<fragment<wmma::matrix_a, 16, 16, 16, signed char, Row>, signed char>("wmma_load_a_row_s8",
                                                                              {16, 64});
  factor<fragment<wmma::matrix_b, 16, 16, 16, signed char, Column>, signed char>(
      "wmma_load_b_col_s8", {16, 64});
  factor<fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, Row>, float>(
      "wmma_load_a_row_tf32", {8, 36});
  factor<fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, Column>, float>(
      "wmma_load_b_col_tf32", {8, 36});
  using Single = fragment<wmma::accumulator, 16, 16, 16, float>;
  using Half = fragment<wmma::accumulator, 16, 16, 16, half>;
  addend<Single, float>("c_row_f32", wmma::mem_row_major, {16, 20, 64});
  addend<Single, float>("c_col_f32", wmma::mem_col_major, {16, 20, 64});
  addend<Half, half>("c_row_f16", wmma::mem_row_major, {16, 24, 64});
  addend<Half, half>("c_col_f16", wmma::mem_col_major, {16, 24});
  CHECK(cudaDeviceSynchronize());
  return 0;
}
