// The operations of cp.reduce.async.bulk, cp.reduce.async.bulk.tensor and red.async, element by
// element (PTX ISA 9.7.9.25.4).
#include "exec/async_handlers.h"
#include "exec/atomic_operations.h"

namespace gtl::exec {

namespace {

using decode::Type;
using decode::Variant;
using namespace GTL_LANES;

template <class Operation, class T>
void reduce(std::byte* to, const std::byte* from, size_t bytes, bool is_private) {
  for (size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, from + at, sizeof value);
    bool changes = false;
    update<Operation, T>(to + at, is_private, value, value, changes);
  }
}

/// Unlike red and atom, bulk reductions keep subnormal numbers.
struct WholeAddition {
  static float apply(float old, float b, float) { return canonical(old + b); }
};

template <class T>
Reducer integer_reducer(Variant operation) {
  switch (operation) {
    case Variant::Add:
      return reduce<Addition, T>;
    case Variant::Min:
      return reduce<Minimum, T>;
    case Variant::Max:
      return reduce<Maximum, T>;
    case Variant::And:
      return reduce<AndBits, T>;
    case Variant::Or:
      return reduce<OrBits, T>;
    case Variant::Xor:
      return reduce<XorBits, T>;
    case Variant::Inc:
      if constexpr (std::is_same_v<T, uint32_t>) return reduce<Increment, T>;
      return nullptr;
    case Variant::Dec:
      if constexpr (std::is_same_v<T, uint32_t>) return reduce<Decrement, T>;
      return nullptr;
    default:
      return nullptr;
  }
}

template <class Format>
Reducer half_reducer(Variant operation) {
  switch (operation) {
    case Variant::Add:
      return reduce<Halves<Format, HalfOperation::Add>, uint16_t>;
    case Variant::Min:
      return reduce<Halves<Format, HalfOperation::Min>, uint16_t>;
    case Variant::Max:
      return reduce<Halves<Format, HalfOperation::Max>, uint16_t>;
    default:
      return nullptr;
  }
}

}  // namespace

Reducer reducer_for(Variant operation, Type type, bool in_shared) {
  switch (type) {
    case Type::F16:
      return half_reducer<F16Format>(operation);
    case Type::BF16:
      return half_reducer<BF16Format>(operation);
    case Type::F32:
      if (operation != Variant::Add) return nullptr;
      return in_shared ? reduce<Addition, float> : reduce<WholeAddition, float>;
    case Type::F64:
      if (operation != Variant::Add) return nullptr;
      return in_shared ? reduce<Addition, double> : reduce<CacheAddition, double>;
    case Type::S32:
      return integer_reducer<int32_t>(operation);
    case Type::B32:
    case Type::U32:
      return integer_reducer<uint32_t>(operation);
    case Type::S64:  // only these (ISA 9.7.9.27; an H200 agrees)
      if (operation != Variant::Min && operation != Variant::Max) return nullptr;
      return integer_reducer<int64_t>(operation);
    case Type::B64:
    case Type::U64:
      return integer_reducer<uint64_t>(operation);
    default:
      return nullptr;
  }
}

}  // namespace gtl::exec
