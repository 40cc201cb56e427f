// What the real device makes of tensor maps and tensor copies: one line a case.
//
//   nvcc -std=c++17 -arch=sm_90 -o tensor_copies tensor_copies.cu
//   for part in places types swizzle_32 …; do ./tensor_copies $part; done >
//   tensor_copies_h200.txt
//
// On a GPU, that is. Of each tile a hash (FNV-1a) and the first bytes are printed. Every case is a
// process of its own, as some of them are the last thing that the device does.
#include <cstdint>
#include <cstring>
#include <string>

#include "tensor_map.h"

namespace {

constexpr unsigned int kSharedBytes = 16384;

enum class Direction { Load, Store, Add, Max, Xor };

struct Tile {
  Direction direction;
  int rank;
  int start[5];
  unsigned int bytes;   ///< That a load brings.
  unsigned int offset;  ///< Of the tile in shared memory.
};

#define COORDINATES_1 "{%2}"
#define COORDINATES_2 "{%2, %3}"
#define COORDINATES_3 "{%2, %3, %4}"
#define COORDINATES_4 "{%2, %3, %4, %5}"
#define COORDINATES_5 "{%2, %3, %4, %5, %6}"
#define OPERANDS                                                                     \
  "r"(shared), "l"(map), "r"(tile.start[0]), "r"(tile.start[1]), "r"(tile.start[2]), \
      "r"(tile.start[3]), "r"(tile.start[4]), "r"(barrier)
#define LOAD(D)                                                                      \
  case D:                                                                            \
    asm volatile("cp.async.bulk.tensor." #D                                          \
                 "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], " \
                 "[%1, " COORDINATES_##D "], [%7];" ::OPERANDS                       \
                 : "memory");                                                        \
    break;
#define STORE(D)                                               \
  case D:                                                      \
    asm volatile("cp.async.bulk.tensor." #D                    \
                 "d.global.shared::cta.tile.bulk_group "       \
                 "[%1, " COORDINATES_##D "], [%0];" ::OPERANDS \
                 : "memory");                                  \
    break;
#define REDUCE(OP, D)                                                           \
  case D:                                                                       \
    asm volatile("cp.reduce.async.bulk.tensor." #D "d.global.shared::cta." #OP  \
                 ".tile.bulk_group [%1, " COORDINATES_##D "], [%0];" ::OPERANDS \
                 : "memory");                                                   \
    break;

__device__ void load(const CUtensorMap* map, const Tile& tile, uint32_t shared, uint32_t barrier) {
  switch (tile.rank) { LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) }
}

__device__ void store(const CUtensorMap* map, const Tile& tile, uint32_t shared) {
  const uint32_t barrier = 0;
  if (tile.direction == Direction::Add) {
    switch (tile.rank) { REDUCE(add, 1) REDUCE(add, 2) }
  } else if (tile.direction == Direction::Max) {
    switch (tile.rank) { REDUCE(max, 1) REDUCE(max, 2) }
  } else if (tile.direction == Direction::Xor) {
    switch (tile.rank) { REDUCE(xor, 1) REDUCE(xor, 2) }
  } else {
    switch (tile.rank) { STORE(1) STORE(2) STORE(3) STORE(4) STORE(5) }
  }
}

/// Moves one tile. `shared_bytes` is what shared memory holds before, and, after a load, then.
__global__ void move_tile(const __grid_constant__ CUtensorMap map, const Tile tile,
                          unsigned char* shared_bytes, int* completes) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ __align__(8) unsigned long long barrier;
  const auto shared_address = static_cast<uint32_t>(__cvta_generic_to_shared(shared));
  const auto barrier_address = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  for (unsigned int i = threadIdx.x; i < kSharedBytes; i += blockDim.x) shared[i] = shared_bytes[i];
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier_address));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  asm volatile("fence.proxy.async;");
  __syncthreads();
  if (threadIdx.x == 0 && tile.direction != Direction::Load) {
    store(&map, tile, shared_address + tile.offset);
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;");
  }
  if (tile.direction != Direction::Load) return;
  if (threadIdx.x == 0) {
    asm volatile(
        "{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(
            barrier_address),
        "r"(tile.bytes)
        : "memory");
    load(&map, tile, shared_address + tile.offset, barrier_address);
  }
  int done = 0;
  for (int attempt = 0; attempt < 100 && done == 0; ++attempt) {
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0, 100000; "
        "selp.b32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier_address)
        : "memory");
  }
  for (unsigned int i = threadIdx.x; i < kSharedBytes; i += blockDim.x) shared_bytes[i] = shared[i];
  if (threadIdx.x == 0) *completes = done;
}

void show(const char* what, const std::vector<unsigned char>& bytes, size_t first, size_t count) {
  std::printf("  %s: ", what);
  uint64_t hash = 0xCBF29CE484222325;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  std::printf("hash %016llx, starts ", static_cast<unsigned long long>(hash));
  for (size_t i = first; i < first + count; ++i)
    std::printf("%02x%s", bytes[i], i % 16 == 15 ? " " : "");
  std::printf("\n");
}

/// Numbers that formats treat differently: subnormal, large, NaN, more bits than tf32 has.
constexpr uint32_t kFloats[] = {
    0x00000001, 0x3F801FFF, 0x7F800001, 0x3F801000, 0x80000123, 0x7FFFFFFF, 0xFF800000, 0x3F803000,
    0x007FFFFF, 0x40490FDB, 0xFFC00001, 0x3F80F000, 0x42F6E979, 0x80800000, 0x00000000, 0x7F7FFFFF};
constexpr uint32_t kNumbers[] = {0x3C003C00, 0x40004000, 0x3F803F80, 0x41004100,
                                 0xC2004200, 0x04000400, 0x47C35000, 0x3E99999A};

void move(const Description& description, Tile tile, bool special_floats, size_t shown) {
  alignas(64) CUtensorMap map;
  const CUresult result = encode(description, &map);
  if (result != CUDA_SUCCESS) {
    std::printf("  no map: %d\n", static_cast<int>(result));
    return;
  }
  std::vector<unsigned char> global(kTensorBytes), shared(kSharedBytes, 0xEE);
  for (size_t i = 0; i < kTensorBytes; ++i)
    global[i] = static_cast<unsigned char>(i * 7 + (i >> 8) * 13 + 1);
  const bool reduces = tile.direction != Direction::Load && tile.direction != Direction::Store;
  const auto fill = [](std::vector<unsigned char>& bytes, const uint32_t* words, size_t count) {
    for (size_t i = 0; i < bytes.size(); i += 4) std::memcpy(&bytes[i], &words[i / 4 % count], 4);
  };
  if (special_floats) fill(global, kFloats, 16);
  if (reduces) fill(global, kNumbers, 8);
  if (tile.direction != Direction::Load) {
    for (size_t i = 0; i < kSharedBytes; ++i)
      shared[i] = static_cast<unsigned char>(i * 5 + (i >> 7) * 3);
    if (special_floats) fill(shared, kFloats, 16);
    if (reduces) fill(shared, kNumbers, 7);
  }
  unsigned char* shared_bytes;
  int* completes;
  CHECK(cudaMalloc(&shared_bytes, kSharedBytes));
  CHECK(cudaMalloc(&completes, sizeof(int)));
  CHECK(cudaMemset(completes, 0, sizeof(int)));
  CHECK(cudaMemcpy(tensor, global.data(), kTensorBytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(shared_bytes, shared.data(), kSharedBytes, cudaMemcpyHostToDevice));
  CHECK(cudaFuncSetAttribute(move_tile, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes));
  move_tile<<<1, 128, kSharedBytes>>>(map, tile, shared_bytes, completes);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("  %s\n", cudaGetErrorName(error));
    return;
  }
  int done = 0;
  CHECK(cudaMemcpy(&done, completes, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(global.data(), tensor, kTensorBytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(shared.data(), shared_bytes, kSharedBytes, cudaMemcpyDeviceToHost));
  if (tile.direction == Direction::Load) {
    std::printf("  %s\n", done ? "completes" : "does not complete");
    show("shared", shared, tile.offset, shown);
  } else {
    show("global", global, description.offset, shown);
  }
  CHECK(cudaFree(shared_bytes));
  CHECK(cudaFree(completes));
}

void run(const std::string& what, const Description& description, Tile tile,
         bool special_floats = false, size_t shown = 64) {
  std::printf("%s\n", what.c_str());
  in_child([&] { move(description, tile, special_floats, shown); });
}

Description matrix(CUtensorMapDataType type, cuuint64_t width, cuuint64_t height, cuuint64_t pitch,
                   cuuint32_t box_width, cuuint32_t box_height) {
  Description d;
  d.type = type;
  d.sizes = {width, height};
  d.strides = {pitch};
  d.box = {box_width, box_height};
  return d;
}

constexpr auto kFloat = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
constexpr auto kHalf = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
constexpr auto kByte = CU_TENSOR_MAP_DATA_TYPE_UINT8;
const Description plain = matrix(kFloat, 60, 32, 256, 8, 4);

void run_places() {
  run("2d, inside", plain, {Direction::Load, 2, {8, 3}, 128, 0});
  run("2d, beyond the right edge", plain, {Direction::Load, 2, {56, 3}, 128, 0}, false, 128);
  run("2d, before the left edge", plain, {Direction::Load, 2, {-4, 3}, 128, 0}, false, 128);
  run("2d, 3 elements before the left edge", plain, {Direction::Load, 2, {-3, 3}, 128, 0});
  run("2d, from element 6", plain, {Direction::Load, 2, {6, 3}, 128, 0});
  run("2d, store to element 6", plain, {Direction::Store, 2, {6, 3}, 128, 0});
  run("2d, beyond the last row", plain, {Direction::Load, 2, {8, 30}, 128, 0}, false, 128);
  run("2d, before the first row", plain, {Direction::Load, 2, {8, -2}, 128, 0}, false, 128);
  run("2d, nothing inside", plain, {Direction::Load, 2, {600, -50}, 128, 0}, false, 128);
  run("2d, far outside", plain, {Direction::Load, 2, {-2147483647 - 1, 2147483647}, 128, 0}, false,
      128);
  run("2d, tile at 128", plain, {Direction::Load, 2, {8, 3}, 128, 128});
  run("2d, too few bytes expected", plain, {Direction::Load, 2, {8, 3}, 144, 0});
  Description steps = plain;
  steps.box = {8, 7};
  steps.steps = {1, 2};
  run("every second row, 7 of a box", steps, {Direction::Load, 2, {4, 5}, 128, 0}, false, 128);
  steps.steps = {3, 3};
  run("every third row, step along rows too", steps, {Direction::Load, 2, {4, 5}, 96, 0}, false,
      128);
  run("every third row, beyond the end", steps, {Direction::Load, 2, {4, 28}, 96, 0}, false, 128);

  run("2d, store", plain, {Direction::Store, 2, {8, 3}, 128, 0}, false, 0);
  run("2d, store over two edges", plain, {Direction::Store, 2, {56, 30}, 128, 0}, false, 0);
  run("2d, store far outside", plain, {Direction::Store, 2, {6000, 300}, 128, 0}, false, 0);
  run("2d, store before the first row", plain, {Direction::Store, 2, {56, -1}, 128, 0}, false, 0);
  run("2d, store before the left edge", plain, {Direction::Store, 2, {-4, 1}, 128, 0}, false, 0);
  run("2d, add before the left edge", plain, {Direction::Add, 2, {-4, 1}, 128, 0}, false, 0);
  run("2d, store every third row", steps, {Direction::Store, 2, {4, 5}, 96, 0}, false, 0);
  run("tile at 16", plain, {Direction::Load, 2, {8, 3}, 128, 16});
  run("tile at 64", plain, {Direction::Load, 2, {8, 3}, 128, 64});
  run("tile at 64, store", plain, {Direction::Store, 2, {8, 3}, 128, 64});
  run("3 coordinates of 2", plain, {Direction::Load, 3, {8, 3}, 128, 0});
}

void run_types() {
  Description nan = plain;
  nan.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  const struct {
    const char* name;
    CUtensorMapDataType type;
    unsigned int bytes;
  } floats[] = {{"f16", kHalf, 2},
                {"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
                {"f32", kFloat, 4},
                {"f64", CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8},
                {"f32 ftz", CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4},
                {"tf32", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4},
                {"tf32 ftz", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4}};
  for (const auto& each : floats) {
    nan.type = each.type;
    nan.sizes = {56 / each.bytes, 32};
    nan.box = {32 / each.bytes, 2};
    run(std::string("NaN beyond the edge, ") + each.name, nan,
        {Direction::Load, 2, {static_cast<int>(32 / each.bytes), 3}, 64, 0});
    Description load = nan;
    load.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    load.sizes = {256 / each.bytes, 32};
    load.box = {64 / each.bytes, 2};
    run(std::string("loads special numbers, ") + each.name, load,
        {Direction::Load, 2, {0, 0}, 128, 0}, true);
    run(std::string("stores special numbers, ") + each.name, load,
        {Direction::Store, 2, {0, 0}, 128, 0}, true);
  }
}

void run_swizzles(CUtensorMapSwizzle swizzle, cuuint32_t span) {
  for (cuuint32_t row = 16; row <= span; row += row < 64 ? 16 : 64) {
    Description d = matrix(kByte, 256, 64, 256, row, 20);
    d.swizzle = swizzle;
    const std::string name =
        "swizzle " + std::to_string(span) + ", rows of " + std::to_string(row) + " bytes";
    run(name + ", load", d, {Direction::Load, 2, {16, 2}, row * 20, 0}, false, 256);
    run(name + ", load at 128", d, {Direction::Load, 2, {16, 2}, row * 20, 128}, false, 256);
    run(name + ", store", d, {Direction::Store, 2, {16, 2}, row * 20, 1024}, false, 0);
    run(name + ", store over the edge", d, {Direction::Store, 2, {240, 55}, row * 20, 1024}, false,
        0);
  }
  if (span < 128) return;
  Description halves = matrix(kHalf, 128, 64, 256, 64, 32);
  halves.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  run("a tile for wgmma: 64 x 32 halves, swizzle 128", halves,
      {Direction::Load, 2, {64, 8}, 4096, 1024}, false, 256);
}

void run_ranks() {
  Description line;
  line.rank = 1;
  line.type = kByte;
  line.sizes = {1000};
  line.box = {64};
  line.steps = {1};
  run("1d, load over the end", line, {Direction::Load, 1, {960}, 64, 0});
  run("1d, store over the end", line, {Direction::Store, 1, {960}, 64, 0}, false, 0);
  line.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  line.sizes = {250};
  line.box = {16};
  run("1d, add over the end", line, {Direction::Add, 1, {240}, 64, 0}, false, 0);
  run("1d, xor over the end", line, {Direction::Xor, 1, {240}, 64, 0}, false, 0);
  Description narrow = matrix(kFloat, 58, 32, 256, 8, 4);
  run("2d, store over an edge within 16 bytes", narrow, {Direction::Store, 2, {52, 3}, 128, 0},
      false, 0);
  Description cube;
  cube.rank = 3;
  cube.sizes = {16, 8, 4};
  cube.strides = {80, 800};
  cube.box = {4, 3, 2};
  cube.steps = {1, 1, 1};
  run("3d, load", cube, {Direction::Load, 3, {12, 6, -1}, 96, 0}, false, 96);
  run("3d, store", cube, {Direction::Store, 3, {12, 6, 3}, 96, 0}, false, 0);
  cube.rank = 4;
  cube.sizes = {16, 8, 4, 3};
  cube.strides = {80, 800, 3200};
  cube.box = {4, 3, 2, 2};
  cube.steps = {1, 2, 1, 1};
  run("4d, load", cube, {Direction::Load, 4, {12, 6, -1, 1}, 128, 0}, false, 128);
  cube.rank = 5;
  cube.sizes = {8, 4, 3, 3, 2};
  cube.strides = {64, 512, 2048, 8192};
  cube.box = {4, 2, 2, 2, 2};
  cube.steps = {1, 1, 1, 2, 1};
  run("5d, load", cube, {Direction::Load, 5, {4, 3, 1, 1, -1}, 128, 0}, false, 128);
  run("5d, store", cube, {Direction::Store, 5, {4, 3, 1, 1, 1}, 128, 0}, false, 0);
}

void run_reductions() {
  const struct {
    const char* name;
    CUtensorMapDataType type;
    unsigned int bytes;
    bool is_float;
  } sums[] = {{"u32", CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, false},
              {"s32", CU_TENSOR_MAP_DATA_TYPE_INT32, 4, false},
              {"u64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, false},
              {"s64", CU_TENSOR_MAP_DATA_TYPE_INT64, 8, false},
              {"f16", CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, true},
              {"bf16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, true},
              {"f32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, true}};
  for (const auto& each : sums) {
    Description d = matrix(each.type, 240 / each.bytes, 32, 256, 32 / each.bytes, 4);
    const int column = static_cast<int>(224 / each.bytes);
    run(std::string("add, ") + each.name, d, {Direction::Add, 2, {column, 1}, 128, 0}, false, 0);
    if (std::strcmp(each.name, "f32") != 0)
      run(std::string("max, ") + each.name, d, {Direction::Max, 2, {column, 1}, 128, 0}, false, 0);
    if (!each.is_float)
      run(std::string("xor, ") + each.name, d, {Direction::Xor, 2, {column, 1}, 128, 0}, false, 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "places";
  if (part == "places") run_places();
  if (part == "types") run_types();
  if (part == "swizzle_32") run_swizzles(CU_TENSOR_MAP_SWIZZLE_32B, 32);
  if (part == "swizzle_64") run_swizzles(CU_TENSOR_MAP_SWIZZLE_64B, 64);
  if (part == "swizzle_128") run_swizzles(CU_TENSOR_MAP_SWIZZLE_128B, 128);
  if (part == "ranks") run_ranks();
  if (part == "reductions") run_reductions();
  return 0;
}
