// atom and red (PTX ISA 9.7.13.5–6). Lanes go in their order. Other workers may run blocks on the
// same global memory, so operations there use the host's atomics; a
// cluster's shared memory belongs to one worker.
#include <algorithm>
#include <type_traits>

#include "exec/access.h"
#include "exec/float_value.h"
#include "exec/half.h"

namespace gtl::exec::GTL_LANES {

namespace {

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

/// `changes` becomes true when memory is not what it was before.
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

/// atom: d, [a], b, c. red: [a], b.
template <class Operation, class T, bool kReturns>
Flow atomic(Context& context, const Instruction& instruction, uint32_t mask) {
  constexpr size_t kAddress = kReturns ? 1 : 0;
  Access access;
  // ptxas makes a reduction of an atomic without a result (decode/unused_results.h).
  const bool is_reduction =
      !kReturns || (!instruction.operands[0].present() && instruction.variant != Variant::Exch &&
                    instruction.variant != Variant::Cas);
  if (!resolve(context, instruction, kAddress, mask,
               is_reduction ? AccessKind::Reduction : AccessKind::Atomic, sizeof(T), access)) {
    return Flow::Fault;
  }
  const T* b = operand<T>(context, instruction, kAddress + 1);
  const bool has_third = instruction.operands[3].present();
  const T* c = has_third ? operand<T>(context, instruction, 3) : b;
  T* d =
      kReturns && instruction.operands[0].present() ? operand<T>(context, instruction, 0) : nullptr;
  const bool is_private = is_shared(instruction.space);
  bool changes = false;
  for_each_lane(access.mask, [&](uint32_t lane) {
    const T old = update<Operation, T>(access.pointer[lane], is_private, b[lane], c[lane], changes);
    if (d) d[lane] = old;
  });
  context.effects += changes;
  return Flow::Next;
}

template <bool kReturns, class Operation, class T>
constexpr Handler handler() {
  return atomic<Operation, T, kReturns>;
}

template <bool kReturns, class T>
Handler integer_handler(Variant variant) {
  switch (variant) {
    case Variant::Add:
      return handler<kReturns, Addition, T>();
    case Variant::Min:
      return handler<kReturns, Minimum, T>();
    case Variant::Max:
      return handler<kReturns, Maximum, T>();
    case Variant::And:
      return handler<kReturns, AndBits, T>();
    case Variant::Or:
      return handler<kReturns, OrBits, T>();
    case Variant::Xor:
      return handler<kReturns, XorBits, T>();
    case Variant::Exch:
      return handler<kReturns, Exchange, T>();
    case Variant::Cas:
      return handler<kReturns, CompareAndSwap, T>();
    case Variant::Inc:
      if constexpr (std::is_same_v<T, uint32_t>)
        return handler<kReturns, Increment, T>();
      else
        return nullptr;
    case Variant::Dec:
      if constexpr (std::is_same_v<T, uint32_t>)
        return handler<kReturns, Decrement, T>();
      else
        return nullptr;
    default:
      return nullptr;
  }
}

template <bool kReturns, class Format, class T>
Handler half_handler(Variant variant) {
  switch (variant) {
    case Variant::Add:
      return handler<kReturns, Halves<Format, HalfOperation::Add>, T>();
    case Variant::Min:
      return handler<kReturns, Halves<Format, HalfOperation::Min>, T>();
    case Variant::Max:
      return handler<kReturns, Halves<Format, HalfOperation::Max>, T>();
    default:
      return nullptr;
  }
}

template <bool kReturns>
Handler handler_for(const Instruction& i) {
  if (i.vector != 1) return nullptr;
  switch (i.type) {
    case Type::F32:
      if (i.variant == Variant::Exch) return handler<kReturns, Exchange, uint32_t>();
      if (i.variant != Variant::Add) return nullptr;
      return is_shared(i.space) ? handler<kReturns, Addition, float>()
                                : handler<kReturns, FlushingAddition, float>();
    case Type::F64:
      if (i.variant != Variant::Add) return nullptr;
      return is_shared(i.space) ? handler<kReturns, Addition, double>()
                                : handler<kReturns, CacheAddition, double>();
    case Type::F16:
      return half_handler<kReturns, F16Format, uint16_t>(i.variant);
    case Type::F16x2:
      return half_handler<kReturns, F16Format, uint32_t>(i.variant);
    case Type::BF16:
      return half_handler<kReturns, BF16Format, uint16_t>(i.variant);
    case Type::BF16x2:
      return half_handler<kReturns, BF16Format, uint32_t>(i.variant);
    case Type::B16:
      return i.variant == Variant::Cas ? handler<kReturns, CompareAndSwap, uint16_t>() : nullptr;
    case Type::B32:
    case Type::U32:
      return integer_handler<kReturns, uint32_t>(i.variant);
    case Type::S32:
      return integer_handler<kReturns, int32_t>(i.variant);
    case Type::B64:
    case Type::U64:
      return integer_handler<kReturns, uint64_t>(i.variant);
    case Type::S64:
      return integer_handler<kReturns, int64_t>(i.variant);
    default:
      return nullptr;
  }
}

}  // namespace

Handler bind_Atomic(const Instruction& i) { return handler_for<true>(i); }
Handler bind_Reduction(const Instruction& i) { return handler_for<false>(i); }

}  // namespace gtl::exec::GTL_LANES
