// Loops over the 32 lanes of a warp, in a form that compilers vectorise.
#pragma once

#include <cstring>

#include "exec/context.h"

// One copy of the handlers for each instruction set that CMake builds (see CMakeLists.txt).
#ifndef GTL_LANES
#define GTL_LANES portable
#endif

namespace gtl::exec::GTL_LANES {

using decode::Flag;
using decode::Instruction;
using decode::Type;
using decode::Variant;

/// A lane of a .b128 register.
struct Bits128 {
  uint64_t low, high;
};

/// The 32 values of an operand.
template <class T>
inline T* lanes_of(Context& context, decode::Operand operand) {
  return reinterpret_cast<T*>(context.bases[operand.bits >> 30] + (operand.bits & 0x3FFF'FFFF));
}

template <class T>
inline T* operand(Context& context, const Instruction& instruction, size_t index) {
  return lanes_of<T>(context, instruction.operands[index]);
}

/// The mask of a predicate operand, negation applied.
inline uint32_t predicate(Context& context, const Instruction& instruction, size_t index) {
  const uint32_t value = *operand<uint32_t>(context, instruction, index);
  return (instruction.negated >> index & 1) ? ~value : value;
}

inline void write_predicate(Context& context, const Instruction& instruction, size_t index,
                            uint32_t mask, uint32_t value) {
  uint32_t* destination = operand<uint32_t>(context, instruction, index);
  *destination = (*destination & ~mask) | (value & mask);
}

/// 1 << lane. A table, as SSE2 and WebAssembly cannot shift each lane by a number of its own.
alignas(64) inline constexpr uint32_t kLaneBit[kWarpSize] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

/// `yes` in the lanes of `mask`, else `no`: unsigned integers. With masks of bits, for of
/// `in_mask ? a[lane] : b[lane]` clang makes a choice between addresses, and 32 single loads.
template <class T>
inline T chosen(uint32_t mask, uint32_t lane, T yes, T no) {
  const T all = (mask & kLaneBit[lane]) != 0 ? T(~T{0}) : T{0};
  return T((yes & all) | (no & T(~all)));
}

/// d[lane] = results[lane], of `kBytes` each, in the lanes of `mask` (lanes.cc).
template <size_t kBytes>
void merge_lanes(void* d, const void* results, uint32_t mask);
template <>
void merge_lanes<1>(void* d, const void* results, uint32_t mask);
template <>
void merge_lanes<2>(void* d, const void* results, uint32_t mask);
template <>
void merge_lanes<4>(void* d, const void* results, uint32_t mask);
template <>
void merge_lanes<8>(void* d, const void* results, uint32_t mask);
template <>
void merge_lanes<16>(void* d, const void* results, uint32_t mask);

/// d[lane] = compute(lane) in the lanes of `mask`. `compute` runs for all 32 and must not trap; `d`
/// may be one of its sources.
template <class D, class Compute>
inline void write_lanes(D* d, uint32_t mask, Compute compute) {
  alignas(64) D partial[kWarpSize];
  D* const results = mask == kAllLanes ? d : partial;
#pragma omp simd
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) results[lane] = compute(lane);
  if (mask != kAllLanes) merge_lanes<sizeof(D)>(d, partial, mask);
}

/// The mask of the lanes for which `test` holds.
template <class Test>
inline uint32_t mask_where(Test test) {
  uint32_t mask = 0;
#pragma omp simd reduction(| : mask)
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) mask |= test(lane) ? kLaneBit[lane] : 0u;
  return mask;
}

/// For what cannot be vectorised or must keep the order of lanes.
template <class Body>
inline void for_each_lane(uint32_t mask, Body body) {
  for (; mask != 0; mask &= mask - 1) body(uint32_t(__builtin_ctz(mask)));
}

}  // namespace gtl::exec::GTL_LANES
