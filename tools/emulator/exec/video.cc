// Video instructions (PTX ISA 9.7.18): sums, differences and comparisons of parts of a word, of one
// part (vadd …) or of two or four at once (vadd2, vadd4 …).
#include <algorithm>

#include "decode/video_form.h"
#include "exec/handlers.h"
#include "exec/wide_integer.h"

namespace gtl::exec::GTL_LANES {

namespace {

using decode::Compare;
using decode::VideoForm;
using Second = VideoForm::Second;

/// `bits` of `word` from number `part` on, extended.
int64_t part_of(uint32_t word, uint32_t bits, uint32_t part, bool is_signed) {
  const uint32_t low = uint32_t(uint64_t{word} >> (bits * part) & ((uint64_t{1} << bits) - 1));
  const uint32_t shift = 32 - bits;
  return is_signed ? int64_t{int32_t(low << shift) >> shift} : int64_t{low};
}

int64_t clamped(int64_t value, uint32_t bits, bool is_signed) {
  const int64_t lowest = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t highest = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(value, lowest, highest);
}

bool holds(Compare compare, int64_t a, int64_t b) {
  switch (compare) {
    case Compare::Eq:
      return a == b;
    case Compare::Ne:
      return a != b;
    case Compare::Lt:
      return a < b;
    case Compare::Le:
      return a <= b;
    case Compare::Gt:
      return a > b;
    default:
      return a >= b;
  }
}

enum class Operation { Add, Sub, AbsoluteDifference, Average, Min, Max, Set };

template <Operation kOperation>
int64_t computed(const Instruction& instruction, int64_t a, int64_t b) {
  switch (kOperation) {
    case Operation::Add:
      return a + b;
    case Operation::Sub:
      return a - b;
    case Operation::AbsoluteDifference:
      return a < b ? b - a : a - b;
    case Operation::Average:  // Half away from zero.
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Operation::Min:
      return std::min(a, b);
    case Operation::Max:
      return std::max(a, b);
    case Operation::Set:
      return holds(instruction.compare, a, b) ? 1 : 0;
  }
  return 0;
}

/// The second operation of the scalar forms: on 32 bits, signed as the result is.
uint32_t finished(const Instruction& instruction, const VideoForm& form, int64_t value,
                  uint32_t c) {
  const bool is_signed = (form.signs & VideoForm::kResultSigned) != 0;
  const bool merges = form.second == Second::Merge;
  const uint32_t bits = !merges ? 32 : form.d_parts >= 16 ? 16 : 8;
  if (instruction.has(decode::kSaturate)) value = clamped(value, bits, is_signed);
  const uint32_t word = uint32_t(value);
  switch (form.second) {
    case Second::Add:
      return word + c;
    case Second::Min:
      return is_signed ? uint32_t(std::min(int32_t(word), int32_t(c))) : std::min(word, c);
    case Second::Max:
      return is_signed ? uint32_t(std::max(int32_t(word), int32_t(c))) : std::max(word, c);
    case Second::Merge: {
      const uint32_t shift = (form.d_parts & (bits == 16 ? 1u : 3u)) * bits;
      const uint32_t field = ((uint32_t{1} << bits) - 1) << shift;
      return (c & ~field) | (word << shift & field);
    }
    default:
      return word;
  }
}

/// d[lane] = compute(a[lane], b[lane], c[lane]); without a third operand c is 0.
template <class Compute>
Flow over_lanes(Context& context, const Instruction& instruction, uint32_t mask, Compute compute) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const bool has_third = instruction.operands[3].present();
  const uint32_t* c = has_third ? operand<uint32_t>(context, instruction, 3) : nullptr;
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  for_each_lane(
      mask, [&](uint32_t lane) { d[lane] = compute(a[lane], b[lane], has_third ? c[lane] : 0); });
  return Flow::Next;
}

int64_t scalar_a(const VideoForm& form, uint32_t a) {
  return part_of(a, form.a_parts & 0xFF, form.a_parts >> 8,
                 (form.signs & VideoForm::kASigned) != 0);
}
int64_t scalar_b(const VideoForm& form, uint32_t b) {
  return part_of(b, form.b_parts & 0xFF, form.b_parts >> 8,
                 (form.signs & VideoForm::kBSigned) != 0);
}

template <Operation kOperation>
Flow scalar(Context& context, const Instruction& instruction, uint32_t mask) {
  const VideoForm form = VideoForm::of(uint64_t(instruction.immediate));
  return over_lanes(context, instruction, mask, [&](uint32_t a, uint32_t b, uint32_t c) {
    int64_t value = computed<kOperation>(instruction, scalar_a(form, a), scalar_b(form, b));
    // An H200 does not clamp the sum of unsigned numbers.
    if (kOperation == Operation::Add && form.signs == 0) value = int64_t{uint32_t(value)};
    return finished(instruction, form, value, c);
  });
}

template <bool kLeft>
Flow shift(Context& context, const Instruction& instruction, uint32_t mask) {
  const VideoForm form = VideoForm::of(uint64_t(instruction.immediate));
  const bool clamps = instruction.has(decode::kClamp);
  return over_lanes(context, instruction, mask, [&](uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t wide = uint32_t(scalar_b(form, b));
    const uint32_t amount = clamps ? std::min(wide, 32u) : wide & 31;
    const int64_t value = scalar_a(form, a);
    const int64_t shifted = kLeft ? int64_t(uint64_t(value) << amount) : value >> amount;
    return finished(instruction, form, shifted, c);
  });
}

/// A whole word is signed in vmad, whatever its type says: so an H200 computes.
int64_t factor(int64_t part) { return int64_t{int32_t(uint32_t(part))}; }

Flow multiply_add(Context& context, const Instruction& instruction, uint32_t mask) {
  const VideoForm form = VideoForm::of(uint64_t(instruction.immediate));
  const uint32_t negations = form.extra >> 4;
  const bool negates_product =
      ((negations & VideoForm::kNegateA) != 0) != ((negations & VideoForm::kNegateB) != 0);
  const bool negates_c = (negations & VideoForm::kNegateC) != 0;
  const bool is_signed = (form.signs & (VideoForm::kASigned | VideoForm::kBSigned)) != 0 ||
                         negates_product || negates_c;
  return over_lanes(context, instruction, mask, [&](uint32_t a, uint32_t b, uint32_t c) {
    Int128 product = Int128(factor(scalar_a(form, a))) * factor(scalar_b(form, b));
    Int128 addend = int32_t(c);
    if (negates_product) product = -product;
    if (negates_c) addend = -addend;
    const int64_t sum =
        int64_t(product + addend + ((negations & VideoForm::kPlusOne) != 0 ? 1 : 0)) >>
        (form.extra & 15);
    return instruction.has(decode::kSaturate) ? uint32_t(clamped(sum, 32, is_signed))
                                              : uint32_t(sum);
  });
}

/// Two or four parts, chosen from the eight bytes {b,a}.
template <Operation kOperation, uint32_t kParts>
Flow packed(Context& context, const Instruction& instruction, uint32_t mask) {
  constexpr uint32_t kBits = 32 / kParts;
  const VideoForm form = VideoForm::of(uint64_t(instruction.immediate));
  const bool is_signed = (form.signs & VideoForm::kResultSigned) != 0;
  return over_lanes(context, instruction, mask, [&](uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = form.second == Second::Add ? c : 0;
    for (uint32_t i = 0; i < kParts; ++i) {
      const auto chosen = [&](uint16_t digits, bool sign) {
        const uint32_t digit = digits >> (4 * i) & 15;
        return part_of(digit < kParts ? a : b, kBits, digit % kParts, sign);
      };
      int64_t value = computed<kOperation>(
          instruction, chosen(form.a_parts, (form.signs & VideoForm::kASigned) != 0),
          chosen(form.b_parts, (form.signs & VideoForm::kBSigned) != 0));
      if (instruction.has(decode::kSaturate)) value = clamped(value, kBits, is_signed);
      const bool is_written = (form.d_parts >> i & 1) != 0;
      if (form.second == Second::Add) {
        result += is_written ? uint32_t(value) : 0;
      } else {
        const uint32_t field = uint32_t((uint64_t{1} << kBits) - 1) << (i * kBits);
        result |= is_written ? uint32_t(value) << (i * kBits) & field : c & field;
      }
    }
    return result;
  });
}

}  // namespace

Handler bind_VideoAdd(const Instruction&) { return scalar<Operation::Add>; }
Handler bind_VideoSub(const Instruction&) { return scalar<Operation::Sub>; }
Handler bind_VideoAbsoluteDifference(const Instruction&) {
  return scalar<Operation::AbsoluteDifference>;
}
Handler bind_VideoMin(const Instruction&) { return scalar<Operation::Min>; }
Handler bind_VideoMax(const Instruction&) { return scalar<Operation::Max>; }
Handler bind_VideoSet(const Instruction&) { return scalar<Operation::Set>; }
Handler bind_VideoShiftLeft(const Instruction&) { return shift<true>; }
Handler bind_VideoShiftRight(const Instruction&) { return shift<false>; }
Handler bind_VideoMad(const Instruction&) { return multiply_add; }
Handler bind_VideoAdd2(const Instruction&) { return packed<Operation::Add, 2>; }
Handler bind_VideoSub2(const Instruction&) { return packed<Operation::Sub, 2>; }
Handler bind_VideoAverage2(const Instruction&) { return packed<Operation::Average, 2>; }
Handler bind_VideoAbsoluteDifference2(const Instruction&) {
  return packed<Operation::AbsoluteDifference, 2>;
}
Handler bind_VideoMin2(const Instruction&) { return packed<Operation::Min, 2>; }
Handler bind_VideoMax2(const Instruction&) { return packed<Operation::Max, 2>; }
Handler bind_VideoSet2(const Instruction&) { return packed<Operation::Set, 2>; }
Handler bind_VideoAdd4(const Instruction&) { return packed<Operation::Add, 4>; }
Handler bind_VideoSub4(const Instruction&) { return packed<Operation::Sub, 4>; }
Handler bind_VideoAverage4(const Instruction&) { return packed<Operation::Average, 4>; }
Handler bind_VideoAbsoluteDifference4(const Instruction&) {
  return packed<Operation::AbsoluteDifference, 4>;
}
Handler bind_VideoMin4(const Instruction&) { return packed<Operation::Min, 4>; }
Handler bind_VideoMax4(const Instruction&) { return packed<Operation::Max, 4>; }
Handler bind_VideoSet4(const Instruction&) { return packed<Operation::Set, 4>; }

}  // namespace gtl::exec::GTL_LANES
