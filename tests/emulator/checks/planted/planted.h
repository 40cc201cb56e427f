// What the planted bugs share: arrays on the device, and the end of a program.
#pragma once

#undef NDEBUG  // An assertion is one of the bugs.
#include <cooperative_groups.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>
#include <vector>

namespace ptx = cuda::ptx;

/// Device memory with the lifetime of its name.
template <class T>
class Array {
 public:
  explicit Array(size_t count) { cudaMalloc(&data_, count * sizeof(T)); }
  Array(size_t count, T value) : Array(count) {
    const std::vector<T> host(count, value);
    cudaMemcpy(data_, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
};

/// Waits for the kernel and says how it ended.
inline void wait() { std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }

#ifndef PLANTED_SUITE  // A file compiled by itself is a program.
static void run();
int main() { run(); }
#endif
