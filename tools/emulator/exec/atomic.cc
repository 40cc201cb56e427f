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
