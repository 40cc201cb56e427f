#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

namespace {

template <class T>
void merge(void* to, const void* from, uint32_t mask) {
  T* d = static_cast<T*>(to);
  const T* results = static_cast<const T*>(from);
#pragma omp simd
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    d[lane] = chosen(mask, lane, results[lane], d[lane]);
}

}  // namespace

template <>
void merge_lanes<1>(void* d, const void* results, uint32_t mask) {
  merge<uint8_t>(d, results, mask);
}
template <>
void merge_lanes<2>(void* d, const void* results, uint32_t mask) {
  merge<uint16_t>(d, results, mask);
}
template <>
void merge_lanes<4>(void* d, const void* results, uint32_t mask) {
  merge<uint32_t>(d, results, mask);
}
template <>
void merge_lanes<8>(void* d, const void* results, uint32_t mask) {
  merge<uint64_t>(d, results, mask);
}
template <>
void merge_lanes<16>(void* d, const void* results, uint32_t mask) {
  for_each_lane(mask, [&](uint32_t lane) {
    static_cast<Bits128*>(d)[lane] = static_cast<const Bits128*>(results)[lane];
  });
}

}  // namespace gtl::exec::GTL_LANES
