// The comparisons of setp and set as types.
#pragma once

#include <type_traits>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

/// What setp and set make of the result `a` and the predicate `b`; `a` where they name no
/// operation.
inline uint32_t combine(Variant operation, uint32_t a, uint32_t b) {
  switch (operation) {
    case Variant::And:
      return a & b;
    case Variant::Or:
      return a | b;
    case Variant::Xor:
      return a ^ b;
    default:
      return a;
  }
}

/// `kOrUnordered`: also true when one of the two is NaN.
enum class Relation { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Ordered, Unordered };

template <Relation kRelation, bool kOrUnordered>
struct Comparison {
  template <class T>
  static bool holds(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      const bool unordered = a != a || b != b;
      if constexpr (kRelation == Relation::Ordered) return !unordered;
      if constexpr (kRelation == Relation::Unordered) return unordered;
      // C++'s != is true for NaN: PTX's `ne` is not.
      if constexpr (kRelation == Relation::NotEqual && !kOrUnordered) return a < b || a > b;
      if constexpr (kRelation == Relation::NotEqual) return a != b;
      return relation(a, b) || (kOrUnordered && unordered);
    } else {
      return relation(a, b);
    }
  }

 private:
  template <class T>
  static bool relation(T a, T b) {
    if constexpr (kRelation == Relation::Equal) return a == b;
    if constexpr (kRelation == Relation::NotEqual) return a != b;
    if constexpr (kRelation == Relation::Less) return a < b;
    if constexpr (kRelation == Relation::LessEqual) return a <= b;
    if constexpr (kRelation == Relation::Greater) return a > b;
    if constexpr (kRelation == Relation::GreaterEqual) return a >= b;
    return false;
  }
};

/// Calls `pick` with the Comparison that `compare` stands for; null for those that T does not have.
template <class T, class Pick>
Handler with_comparison(decode::Compare compare, Pick pick) {
  using decode::Compare;
  switch (compare) {
    case Compare::Eq:
      return pick.template operator()<Comparison<Relation::Equal, false>>();
    case Compare::Ne:
      return pick.template operator()<Comparison<Relation::NotEqual, false>>();
    case Compare::Lt:
    case Compare::Lo:
      return pick.template operator()<Comparison<Relation::Less, false>>();
    case Compare::Le:
    case Compare::Ls:
      return pick.template operator()<Comparison<Relation::LessEqual, false>>();
    case Compare::Gt:
    case Compare::Hi:
      return pick.template operator()<Comparison<Relation::Greater, false>>();
    case Compare::Ge:
    case Compare::Hs:
      return pick.template operator()<Comparison<Relation::GreaterEqual, false>>();
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    switch (compare) {
      case Compare::Equ:
        return pick.template operator()<Comparison<Relation::Equal, true>>();
      case Compare::Neu:
        return pick.template operator()<Comparison<Relation::NotEqual, true>>();
      case Compare::Ltu:
        return pick.template operator()<Comparison<Relation::Less, true>>();
      case Compare::Leu:
        return pick.template operator()<Comparison<Relation::LessEqual, true>>();
      case Compare::Gtu:
        return pick.template operator()<Comparison<Relation::Greater, true>>();
      case Compare::Geu:
        return pick.template operator()<Comparison<Relation::GreaterEqual, true>>();
      case Compare::Num:
        return pick.template operator()<Comparison<Relation::Ordered, false>>();
      case Compare::Nan:
        return pick.template operator()<Comparison<Relation::Unordered, false>>();
      default:
        break;
    }
  }
  return nullptr;
}

}  // namespace gtl::exec::GTL_LANES
