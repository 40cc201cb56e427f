// A place in a list of tokens, and the first error met there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ptx/lexer.h"

namespace gtl::ptx {

/// How deep `{`, `(` and unary operators may nest: far beyond real programs, far below the stack.
constexpr uint32_t kMaximalDepth = 64;

/// Every `accept_…` consumes a token only when it fits; every `expect_…` fails when it does not.
/// After the first failure callers return: they see it as `false` or an empty optional.
class Cursor {
 public:
  explicit Cursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  const Token& peek(size_t ahead = 0) const;
  Token take();
  bool at_end() const { return peek().kind == TokenKind::End; }

  bool at_punctuation(std::string_view text, size_t ahead = 0) const;
  bool at_dotted(std::string_view text, size_t ahead = 0) const;
  bool at_word(std::string_view text) const;
  bool accept_punctuation(std::string_view text);
  bool accept_dotted(std::string_view text);
  bool accept_word(std::string_view text);

  bool expect_punctuation(std::string_view text, std::string_view after);
  std::optional<std::string> expect_identifier(std::string_view what);

  /// Records the error (only the first counts) and returns false.
  bool fail(const Token& token, std::string what);
  /// `what` is what stands here in a right program.
  bool fail_expected(std::string_view what);
  const std::optional<Error>& error() const { return error_; }

 private:
  std::vector<Token> tokens_;
  size_t position_ = 0;
  std::optional<Error> error_;
};

}  // namespace gtl::ptx
