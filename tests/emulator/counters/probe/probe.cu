// One launch a pattern, one memory instruction a launch: what does the hardware count for it?
//
//     python3 record.py patterns readings_h200.csv          (on a machine with a GPU and Nsight Compute)
//
// record.py runs this program under ncu, which counts each launch, and joins the counters with the
// table of launches that the program prints: launch, operation, bytes a lane, mask, 32 offsets. The
// tests beside this folder hold the emulator's counting code against every row.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "patterns.h"

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

using probe::Pattern;

constexpr uint32_t kSharedBytes = 32768;
constexpr uint32_t kGlobalBytes = 1 << 20;

enum class Op {
  LoadGlobal,
  StoreGlobal,
  AtomGlobal,
  RedGlobal,
  LoadShared,
  StoreShared,
  AtomShared,
  RedShared,
  CasShared
};
constexpr const char* kOpNames[] = {"global_ld",   "global_st",  "global_atom",
                                    "global_red",  "shared_ld",  "shared_st",
                                    "shared_atom", "shared_red", "shared_cas"};

__device__ uint32_t fold(uint8_t v) { return v; }
__device__ uint32_t fold(uint16_t v) { return v; }
__device__ uint32_t fold(uint32_t v) { return v; }
__device__ uint32_t fold(unsigned long long v) { return static_cast<uint32_t>(v ^ v >> 32); }
__device__ uint32_t fold(float v) { return __float_as_uint(v); }
__device__ uint32_t fold(uint2 v) { return v.x ^ v.y; }
__device__ uint32_t fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

__device__ void unfold(uint32_t v, uint8_t& out) { out = static_cast<uint8_t>(v); }
__device__ void unfold(uint32_t v, uint16_t& out) { out = static_cast<uint16_t>(v); }
__device__ void unfold(uint32_t v, uint32_t& out) { out = v; }
__device__ void unfold(uint32_t v, unsigned long long& out) { out = v; }
__device__ void unfold(uint32_t v, float& out) { out = __uint_as_float(v); }
__device__ void unfold(uint32_t v, uint2& out) { out = {v, v}; }
__device__ void unfold(uint32_t v, uint4& out) { out = {v, v, v, v}; }

/// The kernel's only memory instruction is the one named by `op`: the pattern comes from the
/// parameters (constant memory), and the result is written only if it has a value that it does not
/// have.
template <Op op, class T>
__global__ void access(const __grid_constant__ Pattern pattern, unsigned char* buffer,
                      uint32_t never) {
  __shared__ __align__(16) unsigned char shared[kSharedBytes];
  const uint32_t lane = threadIdx.x;
  constexpr bool is_shared = op >= Op::LoadShared;
  unsigned char* const base = is_shared ? shared : buffer;
  T* const place = reinterpret_cast<T*>(base + pattern.offset[lane]);
  T value;
  unfold(lane * never, value);
  uint32_t result = 0;
  if ((pattern.mask >> lane & 1) != 0) {
    if constexpr (op == Op::LoadGlobal || op == Op::LoadShared) {
      result = fold(*place);
    } else if constexpr (op == Op::StoreGlobal || op == Op::StoreShared) {
      *place = value;
    } else if constexpr (op == Op::CasShared) {
      result = fold(atomicCAS(place, value, value));
    } else if constexpr (op == Op::RedGlobal || op == Op::RedShared) {
      atomicAdd(place, value);
    } else {
      result = fold(atomicAdd(place, value));
    }
  }
  if (result == never) *reinterpret_cast<uint32_t*>(buffer) = result;
  // Keeps the stores to shared memory alive: someone could read them.
  if constexpr (is_shared) {
    if (never == 0) buffer[lane] = shared[lane];
  }
}

int launches = 0;
unsigned char* buffer = nullptr;

template <Op op, class T>
void launch(const Pattern& pattern) {
  std::printf("%d,%s,%zu,0x%08x", launches++, kOpNames[static_cast<int>(op)], sizeof(T),
              pattern.mask);
  for (const uint32_t offset : pattern.offset) std::printf(",%u", offset);
  std::printf("\n");
  access<op, T><<<1, 32>>>(pattern, buffer, 0xDEADBEEF);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

probe::Random random_numbers;

/// Patterns in elements of `bytes` bytes, all inside 32 KiB. The thorough ones tell rules apart:
/// partners that share an address (lane ^ 1, ^ 2, ^ 4 …), groups that repeat another group's
/// addresses, masks that leave groups empty.
std::vector<Pattern> patterns(uint32_t bytes, bool thorough, int random_count) {
  std::vector<Pattern> all;
  const uint32_t limit = kSharedBytes / bytes;
  const auto add = [&](auto where, uint32_t mask = 0xFFFFFFFF) {
    all.push_back(probe::pattern([&](uint32_t lane) { return where(lane) % limit * bytes; }, mask));
  };
  const auto row = [](uint32_t i) { return i; };
  const auto column = [](uint32_t i) { return 32 * i; };

  for (const uint32_t stride : {0, 1, 2, 8, 32}) add([=](uint32_t i) { return i * stride; });
  add([](uint32_t i) { return i + 1; });
  add([](uint32_t i) { return 31 - i; });
  add([](uint32_t i) { return i >> 1; });
  add([](uint32_t i) { return i & ~2u; });
  add([](uint32_t i) { return i % 16; });
  for (const uint32_t mask : {0x00000000, 0x00000001, 0x0000FFFF, 0x55555555}) add(row, mask);
  add(column, 0x000000FF);
  if (thorough) {
    for (const uint32_t stride : {3, 4, 16, 17, 33}) add([=](uint32_t i) { return i * stride; });
    add([](uint32_t i) { return i + 5; });
    add([](uint32_t i) { return i ^ 5; });
    for (const uint32_t shift : {2, 3, 4}) add([=](uint32_t i) { return i >> shift; });
    for (const uint32_t group : {2, 4, 8}) add([=](uint32_t i) { return i % group; });
    for (const uint32_t partner : {1, 4, 8, 16}) add([=](uint32_t i) { return i & ~partner; });
    // Partners agree in one half of the warp, or in one quarter, only.
    for (const uint32_t agreeing : {8, 16, 24})
      add([=](uint32_t i) { return i < agreeing ? i & ~1u : i; });
    add([](uint32_t i) { return i >= 16 ? i & ~1u : i; });
    add([](uint32_t i) { return i < 16 ? i & ~1u : i & ~2u; });
    // Partners agree, and the groups conflict: the words lie 32 banks apart.
    for (const uint32_t step : {8, 16, 32}) add([=](uint32_t i) { return (i >> 1) * step; });
    for (const uint32_t step : {8, 32}) add([=](uint32_t i) { return (i >> 4) * step + i % 16; });
    for (const uint32_t mask : {0x00000003u, 0x000000FFu, 0xFFFF0000u, 0x33333333u, 0x0F0F0F0Fu,
                                0x00FF00FFu, 0x80000001u, 0x00010001u, 0x7FFFFFFFu, 0x000001FFu}) {
      add(row, mask);
      add(column, mask);
    }
  }
  for (int i = 0; i < random_count; ++i) {
    const uint32_t range = 4u << random_numbers.below(8);
    const uint32_t pair = 1u << random_numbers.below(3);  // 1: none; 2: lanes in twos; 4: in fours.
    std::vector<uint32_t> places(32);
    for (uint32_t& place : places) place = random_numbers.below(range);
    const uint32_t mask = i % 2 == 0 ? 0xFFFFFFFF : random_numbers.mask();
    add([&](uint32_t lane) { return places[lane / pair * pair]; }, mask);
  }
  return all;
}

template <Op op, class T>
void probe_all(bool thorough, int random_count) {
  for (const Pattern& each : patterns(sizeof(T), thorough, random_count)) launch<op, T>(each);
}

int main() {
  CHECK(cudaMalloc(&buffer, kGlobalBytes));
  CHECK(cudaMemset(buffer, 0, kGlobalBytes));
  std::printf("launch,operation,bytes,mask");
  for (int lane = 0; lane < 32; ++lane) std::printf(",offset%d", lane);
  std::printf("\n");

  probe_all<Op::LoadShared, uint32_t>(true, 10);
  probe_all<Op::LoadShared, uint2>(true, 40);
  probe_all<Op::LoadShared, uint4>(true, 40);
  probe_all<Op::StoreShared, uint32_t>(false, 6);
  probe_all<Op::StoreShared, uint2>(true, 20);
  probe_all<Op::StoreShared, uint4>(true, 20);
  probe_all<Op::LoadShared, uint8_t>(false, 4);
  probe_all<Op::StoreShared, uint16_t>(false, 4);
  probe_all<Op::AtomShared, uint32_t>(true, 10);
  probe_all<Op::RedShared, uint32_t>(false, 4);
  probe_all<Op::CasShared, uint32_t>(false, 4);
  probe_all<Op::LoadGlobal, uint8_t>(false, 4);
  probe_all<Op::LoadGlobal, uint32_t>(true, 10);
  probe_all<Op::LoadGlobal, uint2>(false, 10);
  probe_all<Op::LoadGlobal, uint4>(true, 20);
  probe_all<Op::StoreGlobal, uint32_t>(false, 10);
  probe_all<Op::StoreGlobal, uint4>(false, 10);
  probe_all<Op::AtomGlobal, uint32_t>(false, 10);
  probe_all<Op::AtomGlobal, unsigned long long>(false, 4);
  probe_all<Op::RedGlobal, uint32_t>(false, 10);
  probe_all<Op::RedGlobal, float>(false, 4);
  CHECK(cudaFree(buffer));
  return 0;
}
