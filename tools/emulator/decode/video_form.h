// What the modifiers and selectors of a video instruction (PTX ISA 9.7.18) say, in the 64 bits of
// Instruction::immediate.
#pragma once

#include <bit>
#include <cstdint>

namespace gtl::decode {

struct VideoForm {
  /// What becomes of the result: it is the destination; it joins `c`; or it replaces a part of `c`.
  enum class Second : uint8_t { None, Add, Min, Max, Merge };
  enum Sign : uint8_t { kResultSigned = 1, kASigned = 2, kBSigned = 4 };
  enum Negation : uint8_t { kNegateA = 1, kNegateB = 2, kNegateC = 4, kPlusOne = 8 };

  /// Scalar: bits of the part (8, 16, 32), and its number from the low end in the upper byte.
  /// Packed: one hexadecimal digit a part of the result, the lowest first: which part of {b,a}.
  uint16_t a_parts = 0, b_parts = 0;
  uint8_t d_parts = 0;  ///< Scalar: 0, or as above, bits + number. Packed: the mask of parts.
  uint8_t signs = 0;
  Second second = Second::None;
  uint8_t extra = 0;  ///< vmad: the shift (0, 7, 15) in the low four bits, Negation above.

  uint64_t bits() const { return std::bit_cast<uint64_t>(*this); }
  static VideoForm of(uint64_t bits) { return std::bit_cast<VideoForm>(bits); }
};
static_assert(sizeof(VideoForm) == 8);

}  // namespace gtl::decode
