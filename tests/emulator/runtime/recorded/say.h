// What the recorded programs print of a call.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

/// What a call returned, and what cudaGetLastError says after it, twice (is it sticky?).
inline void say(const char* what, cudaError_t returned) {
  const cudaError_t first = cudaGetLastError();
  std::printf("%s: %s, then %s, %s\n", what, cudaGetErrorName(returned), cudaGetErrorName(first),
              cudaGetErrorName(cudaGetLastError()));
  std::fflush(stdout);
}
