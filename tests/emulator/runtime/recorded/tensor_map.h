// What the programs about tensor maps share.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

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

constexpr size_t kTensorBytes = 65536;

using Encode = decltype(&cuTensorMapEncodeTiled);

inline Encode get_encode() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found));
  if (found != cudaDriverEntryPointSuccess) std::exit(1);
  return reinterpret_cast<Encode>(function);
}

/// Everything that cuTensorMapEncodeTiled takes, with a plain tensor of 32 x 16 floats.
struct Description {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  unsigned int rank = 2;
  size_t offset = 0;  ///< Of the tensor in its allocation.
  std::vector<cuuint64_t> sizes = {32, 16}, strides = {128};
  std::vector<cuuint32_t> box = {8, 4}, steps = {1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

inline unsigned char* tensor = nullptr;
inline Encode encode_tiled = nullptr;

/// Runs `body` in a process that has a device of its own.
template <class Body>
void in_child(Body body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    encode_tiled = get_encode();
    CHECK(cudaMalloc(&tensor, kTensorBytes));
    body();
    std::fflush(stdout);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

inline CUresult encode(const Description& d, CUtensorMap* map) {
  return encode_tiled(map, d.type, d.rank, tensor + d.offset, d.sizes.data(), d.strides.data(),
                      d.box.data(), d.steps.data(), d.interleave, d.swizzle, d.promotion, d.fill);
}
