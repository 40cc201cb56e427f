// One launch a pattern, one cp.async a launch: what does the hardware count for it?
//
//     python3 record.py copies readings_copies_h200.csv     (see probe.cu)
//
// The table of launches: launch, operation, bytes a lane, mask, mask of the lanes that read (the
// others write zeros), 32 offsets in global memory, 32 offsets in shared memory.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr uint32_t kSharedBytes = 32768;
constexpr uint32_t kGlobalBytes = 1 << 20;

struct Pattern {
  uint32_t from[32], to[32];
  uint32_t mask, reads;
};

/// kBytes: 4, 8, 16. kBypasses: .cg, past L1. kHasSize: with the operand that says how much is
/// read.
template <int kBytes, bool kBypasses, bool kHasSize>
__global__ void probe(const __grid_constant__ Pattern pattern, unsigned char* buffer,
                      uint32_t never) {
  __shared__ __align__(128) unsigned char shared[kSharedBytes];
  const uint32_t lane = threadIdx.x;
  const auto to = static_cast<uint32_t>(__cvta_generic_to_shared(shared)) + pattern.to[lane];
  const unsigned char* const from = buffer + pattern.from[lane];
  if ((pattern.mask >> lane & 1) != 0) {
    const uint32_t size = (pattern.reads >> lane & 1) != 0 ? kBytes : 0;
    if constexpr (kBypasses && kHasSize) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from),
                   "n"(kBytes), "r"(size));
    } else if constexpr (kBypasses) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(kBytes));
    } else if constexpr (kHasSize) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from),
                   "n"(kBytes), "r"(size));
    } else {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(kBytes));
    }
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  // Keeps the shared array alive: someone could read it.
  if (never == 0) buffer[lane] = shared[lane];
}

int launches = 0;
unsigned char* buffer = nullptr;

template <int kBytes, bool kBypasses>
void launch(const Pattern& pattern) {
  std::printf("%d,%s,%d,0x%08x,0x%08x", launches++, kBypasses ? "copy_cg" : "copy_ca", kBytes,
              pattern.mask, pattern.reads);
  for (const uint32_t offset : pattern.from) std::printf(",%u", offset);
  for (const uint32_t offset : pattern.to) std::printf(",%u", offset);
  std::printf("\n");
  if (pattern.reads == 0xFFFFFFFF) {
    probe<kBytes, kBypasses, false><<<1, 32>>>(pattern, buffer, 0xDEADBEEF);
  } else {
    probe<kBytes, kBypasses, true><<<1, 32>>>(pattern, buffer, 0xDEADBEEF);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

/// Small and the same everywhere, unlike std::rand.
uint32_t random_below(uint32_t limit) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<uint32_t>(state >> 33) % limit;
}

template <int kBytes, bool kBypasses>
void probe_all() {
  const uint32_t limit = kSharedBytes / kBytes;
  const auto run = [&](auto from, auto to, uint32_t mask = 0xFFFFFFFF,
                       uint32_t reads = 0xFFFFFFFF) {
    Pattern pattern;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      pattern.from[lane] = from(lane) % limit * kBytes;
      pattern.to[lane] = to(lane) % limit * kBytes;
    }
    pattern.mask = mask;
    pattern.reads = reads;
    launch<kBytes, kBypasses>(pattern);
  };
  const auto row = [](uint32_t i) { return i; };
  // Where the data comes from.
  for (const uint32_t stride : {0, 2, 8, 32}) run([=](uint32_t i) { return i * stride; }, row);
  run([](uint32_t i) { return i + 1; }, row);
  run([](uint32_t i) { return i ^ 5; }, row);
  run([](uint32_t i) { return i >> 1; }, row);
  // Where it goes to.
  run(row, row);
  for (const uint32_t stride : {0, 2, 3, 4, 8, 16, 32, 33})
    run(row, [=](uint32_t i) { return i * stride; });
  run(row, [](uint32_t i) { return i + 1; });
  run(row, [](uint32_t i) { return 31 - i; });
  run(row, [](uint32_t i) { return i ^ 5; });
  run(row, [](uint32_t i) { return i ^ (i >> 3); });
  run(row, [](uint32_t i) { return (i & 7) * 8 + ((i & 7) ^ (i >> 3)); });
  run(row, [](uint32_t i) { return i >> 1; });
  run(row, [](uint32_t i) { return (i >> 3) * 32 + (i & 7); });
  run(row, [](uint32_t i) { return (i >> 2) * 32 + (i & 3); });
  run(row, [](uint32_t i) { return (i & 3) * 32 + (i >> 2); });
  // Both.
  run([](uint32_t i) { return i * 32; }, [](uint32_t i) { return i * 32; });
  run([](uint32_t i) { return i * 8; }, [](uint32_t i) { return i * 4; });
  run([](uint32_t i) { return (i >> 3) * 64 + (i & 7); }, [](uint32_t i) { return i ^ (i >> 3); });
  run([](uint32_t i) { return (i >> 2) * 64 + (i & 3); }, row);
  for (const uint32_t mask : {0x00000000u, 0x00000001u, 0x0000FFFFu, 0x55555555u, 0x000000FFu,
                              0x80000001u, 0x0F0F0F0Fu}) {
    run(row, row, mask);
    run(
        row, [](uint32_t i) { return i * 32; }, mask);
  }
  for (const uint32_t reads : {0x00000000u, 0x00000001u, 0x0000FFFFu, 0x55555555u}) {
    run(row, row, 0xFFFFFFFF, reads);
    run(
        row, [](uint32_t i) { return i * 4; }, 0xFFFFFFFF, reads);
  }
  for (int i = 0; i < 12; ++i) {
    const uint32_t range = 8u << random_below(6);
    std::vector<uint32_t> from(32), to(32);
    for (uint32_t& place : from) place = random_below(range);
    for (uint32_t& place : to) place = random_below(range);
    run([&](uint32_t lane) { return from[lane]; }, [&](uint32_t lane) { return to[lane]; },
        i % 3 == 0 ? random_below(1u << 16) << 16 | random_below(1u << 16) : 0xFFFFFFFF);
  }
}

int main() {
  CHECK(cudaMalloc(&buffer, kGlobalBytes));
  CHECK(cudaMemset(buffer, 0, kGlobalBytes));
  std::printf("launch,operation,bytes,mask,reads");
  for (int lane = 0; lane < 32; ++lane) std::printf(",from%d", lane);
  for (int lane = 0; lane < 32; ++lane) std::printf(",to%d", lane);
  std::printf("\n");
  probe_all<4, false>();
  probe_all<8, false>();
  probe_all<16, false>();
  probe_all<16, true>();
  CHECK(cudaFree(buffer));
  return 0;
}
