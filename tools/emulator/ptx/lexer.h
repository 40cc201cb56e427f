// PTX text into tokens. Source: PTX ISA 9.0, chapter 4.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gtl::ptx {

enum class TokenKind : uint8_t {
  Identifier,   ///< `add`, `%r1`, `$L__BB0_2`, `_`
  Dotted,       ///< `.b32`, `.shared::cta`, `.2d`: text without the first dot
  Number,       ///< `12`, `0x1FU`, `0f3F800000`, `1.5e3`
  String,       ///< text without the quotes
  Punctuation,  ///< one or two characters: `{`, `;`, `<<`
  Invalid,      ///< a byte that begins nothing, or a string or comment without end
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  ///< Points into the PTX text.
  uint32_t line = 1;
};

/// All tokens of `text`, the last one being End. Never fails: what is no token becomes Invalid, and
/// a NUL byte ends the text, as it does for the driver.
std::vector<Token> tokenize(std::string_view text);

}  // namespace gtl::ptx
