// What atom, red and the reducing copies do to a location (PTX ISA 9.7.13.5).
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>

#include "exec/float_value.h"
#include "exec/half.h"

namespace gtl::exec::GTL_LANES {

struct Addition {
  template <class T>
  static T apply(T old, T b, T) {
    // Shared memory adds in a loop of instructions: the old value's NaN comes first.
    if constexpr (std::is_floating_point_v<T>) {
      return with_nan(T(old + b), b, old);
    } else {
      using Unsigned = std::make_unsigned_t<T>;  // it wraps
      return T(Unsigned(old) + Unsigned(b));
    }
  }
};
/// Outside shared memory the L2 cache adds; it passes a NaN on as it is.
struct CacheAddition {
  static double apply(double old, double b, double) {
    return b != b ? b : old != old ? old : old + b;
  }
};
/// Global f32 addition flushes subnormal numbers; shared does not (ISA 9.7.13.5).
struct FlushingAddition {
  static float apply(float old, float b, float) {
    return flushed(canonical(flushed(old) + flushed(b)));
  }
};
struct Minimum {
  template <class T>
  static T apply(T old, T b, T) {
    return std::min(old, b);
  }
};
struct Maximum {
  template <class T>
  static T apply(T old, T b, T) {
    return std::max(old, b);
  }
};
struct Increment {
  static uint32_t apply(uint32_t old, uint32_t b, uint32_t) { return old >= b ? 0 : old + 1; }
};
struct Decrement {
  static uint32_t apply(uint32_t old, uint32_t b, uint32_t) {
    return old == 0 || old > b ? b : old - 1;
  }
};
struct Exchange {
  template <class T>
  static T apply(T, T b, T) {
    return b;
  }
};
struct CompareAndSwap {
  template <class T>
  static T apply(T old, T b, T c) {
    return old == b ? c : old;
  }
};
struct AndBits {
  template <class T>
  static T apply(T old, T b, T) {
    return old & b;
  }
};
struct OrBits {
  template <class T>
  static T apply(T old, T b, T) {
    return old | b;
  }
};
struct XorBits {
  template <class T>
  static T apply(T old, T b, T) {
    return old ^ b;
  }
};

/// Packed halves: each half on its own.
enum class HalfOperation { Add, Min, Max };

template <class Format, HalfOperation kOperation>
uint16_t half_result(uint16_t old, uint16_t b) {
  const float x = Format::widen(old), y = Format::widen(b);
  if constexpr (kOperation == HalfOperation::Add) return Format::narrow(x + y);
  if (x != x) return y != y ? kHalfNaN : b;
  if (y != y) return old;
  // -0 is smaller than +0.
  const bool b_is_less = y < x || (x == y && (b & 0x8000) > (old & 0x8000));
  return (kOperation == HalfOperation::Min) == b_is_less ? b : old;
}
template <class Format, HalfOperation kOperation>
struct Halves {
  static uint16_t apply(uint16_t old, uint16_t b, uint16_t) {
    return half_result<Format, kOperation>(old, b);
  }
  static uint32_t apply(uint32_t old, uint32_t b, uint32_t) {
    return uint32_t{half_result<Format, kOperation>(uint16_t(old), uint16_t(b))} |
           uint32_t{half_result<Format, kOperation>(uint16_t(old >> 16), uint16_t(b >> 16))} << 16;
  }
};

/// Applies the operation and returns the old value. Other workers may run blocks on the same global
/// memory, so operations there use the host's atomics; a cluster's shared memory belongs to one
/// worker. `changes` becomes true when memory is not what it was before.
template <class Operation, class T>
T update(std::byte* pointer, bool is_private, T b, T c, bool& changes) {
  using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, BitsOf<T>>;
  if (is_private) {
    T old;
    std::memcpy(&old, pointer, sizeof old);
    const T result = Operation::apply(old, b, c);
    changes = changes || std::memcmp(&old, &result, sizeof old) != 0;
    std::memcpy(pointer, &result, sizeof result);
    return old;
  }
  Bits* place = reinterpret_cast<Bits*>(pointer);
  if constexpr (std::is_same_v<Operation, Addition> && std::is_integral_v<T>) {
    changes = changes || b != 0;
    return T(__atomic_fetch_add(place, Bits(b), __ATOMIC_SEQ_CST));
  }
  Bits old = __atomic_load_n(place, __ATOMIC_RELAXED);
  for (;;) {
    const Bits result = std::bit_cast<Bits>(Operation::apply(std::bit_cast<T>(old), b, c));
    if (__atomic_compare_exchange_n(place, &old, result, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_RELAXED)) {
      changes = changes || result != old;
      return std::bit_cast<T>(old);
    }
  }
}

}  // namespace gtl::exec::GTL_LANES
