// CUB's device-wide algorithms and Thrust, against the host's.
// out: thrust::sort 5000 of 5000
// out: DeviceRadixSort 5000 of 5000
// out: DeviceScan 5000 of 5000
// out: DeviceSelect 2500 of 2500
// out: DeviceReduce 1 of 1
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

constexpr int kCount = 5000;

void check(cudaError_t status) {
  if (status != cudaSuccess) std::printf("%s\n", cudaGetErrorName(status));
}

/// Calls a CUB algorithm twice: for the size of its scratch memory, and to run.
template <class Algorithm>
void with_scratch(Algorithm algorithm) {
  size_t bytes = 0;
  check(algorithm(nullptr, bytes));
  thrust::device_vector<char> scratch(bytes);
  check(algorithm(thrust::raw_pointer_cast(scratch.data()), bytes));
}

template <class T>
void compare(const char* name, const thrust::device_vector<T>& got,
             const std::vector<T>& expected) {
  std::vector<T> host(expected.size());
  thrust::copy_n(got.begin(), host.size(), host.begin());
  size_t equal = 0;
  for (size_t i = 0; i < host.size(); ++i) equal += host[i] == expected[i];
  std::printf("%s %zu of %zu\n", name, equal, expected.size());
}

int main() {
  std::vector<int> keys(kCount);
  unsigned state = 1;
  for (int& key : keys) key = static_cast<int>(state = state * 1664525 + 1013904223);
  std::vector<int> sorted = keys;
  std::sort(sorted.begin(), sorted.end());

  thrust::device_vector<int> a(keys), b(kCount), order(kCount), sum(1), count(1);
  auto pointer = [](auto& vector) { return thrust::raw_pointer_cast(vector.data()); };
  thrust::device_vector<int> c = a;
  thrust::sort(c.begin(), c.end(), thrust::less<int>());
  compare("thrust::sort", c, sorted);

  thrust::device_vector<int> indices(kCount);
  thrust::sequence(indices.begin(), indices.end());
  with_scratch([&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, pointer(a), pointer(b), pointer(indices),
                                           pointer(order), kCount);
  });
  compare("DeviceRadixSort", b, sorted);

  std::vector<int> sums(kCount);
  std::partial_sum(keys.begin(), keys.end(), sums.begin(), [](int x, int y) {
    return static_cast<int>(static_cast<unsigned>(x) + static_cast<unsigned>(y));
  });
  with_scratch([&](void* scratch, size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(scratch, bytes, pointer(a), pointer(b), kCount);
  });
  compare("DeviceScan", b, sums);

  std::vector<char> flags(kCount);
  std::vector<int> chosen;
  for (int i = 0; i < kCount; i += 2) flags[i] = 1, chosen.push_back(keys[i]);
  thrust::device_vector<char> device_flags(flags);
  with_scratch([&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::Flagged(scratch, bytes, pointer(a), pointer(device_flags), pointer(b),
                                      pointer(count), kCount);
  });
  compare("DeviceSelect", b, chosen);

  with_scratch([&](void* scratch, size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, pointer(a), pointer(sum), kCount);
  });
  compare("DeviceReduce", sum, std::vector<int>{sums.back()});
}
