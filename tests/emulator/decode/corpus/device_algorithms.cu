// CUB's device-wide algorithms and Thrust on the device: big modules of generated code.
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

void algorithms(void* scratch, size_t& bytes, int* keys, int* keys_out, float* values, float* values_out, int* offsets,
                int* count, int n) {
  cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, keys_out, values, values_out, n);
  cub::DeviceScan::InclusiveSum(scratch, bytes, values, values_out, n);
  cub::DeviceReduce::Sum(scratch, bytes, values, values_out, n);
  cub::DeviceSelect::Flagged(scratch, bytes, keys, keys_out, values_out, count, n);
  cub::DeviceRunLengthEncode::Encode(scratch, bytes, keys, keys_out, offsets, count, n);
  cub::DeviceHistogram::HistogramEven(scratch, bytes, values, offsets, 65, 0.0f, 1.0f, n);
}
void sorted(thrust::device_vector<int>& keys) { thrust::sort(keys.begin(), keys.end()); }
