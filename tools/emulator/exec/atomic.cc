// atom and red (PTX ISA 9.7.13.5–6). Lanes go in their order.
#include "exec/access.h"
#include "exec/atomic_operations.h"

namespace gtl::exec::GTL_LANES {

namespace {

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
    const T old = update<Operation, T>(access.pointer(lane), is_private, b[lane], c[lane], changes);
    if (d) d[lane] = old;
  });
  context.effects += changes;
  return Flow::Next;
}

/// Element by element: the vector as a whole is not atomic (PTX ISA 9.7.13.5).
template <class Operation, class T, bool kReturns>
Flow atomic_vector(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t elements = instruction.vector;
  Access access;
  if (!resolve(context, instruction, kReturns ? 1 : 0, mask,
               kReturns ? AccessKind::Atomic : AccessKind::Reduction,
               uint32_t(sizeof(T)) * elements, access)) {
    return Flow::Fault;
  }
  const decode::Operand* vectors = context.function->vector_operands.data() + instruction.extra;
  bool changes = false;
  for (uint32_t e = 0; e < elements; ++e) {
    T* d = kReturns && vectors[e].present() ? lanes_of<T>(context, vectors[e]) : nullptr;
    const T* b = lanes_of<T>(context, vectors[kReturns ? elements + e : e]);
    for_each_lane(access.mask, [&](uint32_t lane) {
      const T old =
          update<Operation, T>(access.pointer(lane) + e * sizeof(T), false, b[lane], T{}, changes);
      if (d) d[lane] = old;
    });
  }
  context.effects += changes;
  return Flow::Next;
}

/// 128 bits: one at a time on the whole device.
Bits128 exchanged(std::byte* pointer, bool compares, Bits128 b, Bits128 c, bool& changes) {
  static bool is_locked = false;
  while (__atomic_test_and_set(&is_locked, __ATOMIC_ACQUIRE)) {
  }
  Bits128 old;
  std::memcpy(&old, pointer, sizeof old);
  const bool is_equal = old.low == b.low && old.high == b.high;
  if (!compares || is_equal) {
    const Bits128& wanted = compares ? c : b;
    changes = changes || wanted.low != old.low || wanted.high != old.high;
    std::memcpy(pointer, &wanted, sizeof wanted);
  }
  __atomic_clear(&is_locked, __ATOMIC_RELEASE);
  return old;
}

Flow atomic_128(Context& context, const Instruction& instruction, uint32_t mask) {
  Access access;
  if (!resolve(context, instruction, 1, mask, AccessKind::Atomic, sizeof(Bits128), access))
    return Flow::Fault;
  const bool compares = instruction.variant == Variant::Cas;
  const Bits128* b = operand<Bits128>(context, instruction, 2);
  const Bits128* c = compares ? operand<Bits128>(context, instruction, 3) : b;
  Bits128* d =
      instruction.operands[0].present() ? operand<Bits128>(context, instruction, 0) : nullptr;
  bool changes = false;
  for_each_lane(access.mask, [&](uint32_t lane) {
    const Bits128 old = exchanged(access.pointer(lane), compares, b[lane], c[lane], changes);
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
    case Type::B128:
      return kReturns && (i.variant == Variant::Cas || i.variant == Variant::Exch) ? atomic_128
                                                                                   : nullptr;
    default:
      return nullptr;
  }
}

template <bool kReturns, class Format, class T>
Handler vector_of_halves(Variant variant) {
  switch (variant) {
    case Variant::Add:
      return atomic_vector<Halves<Format, HalfOperation::Add>, T, kReturns>;
    case Variant::Min:
      return atomic_vector<Halves<Format, HalfOperation::Min>, T, kReturns>;
    case Variant::Max:
      return atomic_vector<Halves<Format, HalfOperation::Max>, T, kReturns>;
    default:
      return nullptr;
  }
}

template <bool kReturns>
Handler vector_handler(const Instruction& i) {
  switch (i.type) {
    case Type::F32:
      return i.variant == Variant::Add ? atomic_vector<FlushingAddition, float, kReturns> : nullptr;
    case Type::F16:
      return vector_of_halves<kReturns, F16Format, uint16_t>(i.variant);
    case Type::F16x2:
      return vector_of_halves<kReturns, F16Format, uint32_t>(i.variant);
    case Type::BF16:
      return vector_of_halves<kReturns, BF16Format, uint16_t>(i.variant);
    default:
      return vector_of_halves<kReturns, BF16Format, uint32_t>(i.variant);
  }
}

}  // namespace

Handler bind_AtomicVector(const Instruction& i) { return vector_handler<true>(i); }
Handler bind_ReductionVector(const Instruction& i) { return vector_handler<false>(i); }

Handler bind_Atomic(const Instruction& i) { return handler_for<true>(i); }
Handler bind_Reduction(const Instruction& i) { return handler_for<false>(i); }

}  // namespace gtl::exec::GTL_LANES
