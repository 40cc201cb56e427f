// The rest of CUB's device-wide algorithms, and more of Thrust.
#include <cub/cub.cuh>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

struct IsOdd {
  __host__ __device__ bool operator()(int value) const { return value & 1; }
};
struct Smaller {
  __host__ __device__ bool operator()(const int& a, const int& b) const { return a < b; }
};

void algorithms(void* scratch, size_t& bytes, int* keys, int* keys_out, double* values, double* values_out, int* offsets,
                int* count, void** buffers, size_t* sizes, int n) {
  cub::DeviceMergeSort::SortPairs(scratch, bytes, keys, values, n, Smaller());
  cub::DeviceSegmentedReduce::Max(scratch, bytes, values, values_out, n, offsets, offsets + 1);
  cub::DeviceSegmentedSort::SortKeys(scratch, bytes, keys, keys_out, n, n, offsets, offsets + 1);
  cub::DeviceSegmentedRadixSort::SortKeysDescending(scratch, bytes, keys, keys_out, n, n, offsets, offsets + 1);
  cub::DevicePartition::If(scratch, bytes, keys, keys_out, count, n, IsOdd());
  cub::DeviceSelect::Unique(scratch, bytes, keys, keys_out, count, n);
  cub::DeviceRunLengthEncode::NonTrivialRuns(scratch, bytes, keys, keys_out, offsets, count, n);
  cub::DeviceReduce::ReduceByKey(scratch, bytes, keys, keys_out, values, values_out, count, cuda::std::plus<>(), n);
  cub::DeviceReduce::ArgMin(scratch, bytes, values, values_out, keys_out, n);
  cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, keys, values, values_out, n);
  cub::DeviceHistogram::HistogramRange(scratch, bytes, values, offsets, 17, values_out, n);
  cub::DeviceAdjacentDifference::SubtractLeft(scratch, bytes, values, n);
  cub::DeviceMemcpy::Batched(scratch, bytes, buffers, buffers, sizes, n);
  cub::DeviceFor::ForEachN(keys, n, [] __device__(int& key) { ++key; });
}

void thrust_algorithms(thrust::device_vector<int>& a, thrust::device_vector<int>& b, thrust::device_vector<float>& c) {
  thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), c.begin());
  thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
  thrust::stable_sort_by_key(a.begin(), a.end(), c.begin(), thrust::greater<int>());
  thrust::reduce_by_key(a.begin(), a.end(), c.begin(), b.begin(), c.begin());
  thrust::lower_bound(a.begin(), a.end(), b.begin(), b.end(), a.begin());
  thrust::transform_inclusive_scan(c.begin(), c.end(), c.begin(), thrust::negate<float>(), thrust::plus<float>());
  thrust::stable_partition(a.begin(), a.end(), IsOdd());
  thrust::minmax_element(c.begin(), c.end());
  c[0] = thrust::inner_product(c.begin(), c.end(), c.begin(), 0.0f);
}
