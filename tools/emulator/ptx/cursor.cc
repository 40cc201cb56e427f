#include "ptx/cursor.h"

namespace gtl::ptx {
namespace {

/// The token as an error message shows it: bounded, and without bytes that disturb a terminal.
std::string shown(const Token& token) {
  if (token.kind == TokenKind::End) return "the end of the text";
  std::string text = token.kind == TokenKind::Dotted ? "." : "";
  for (char c : token.text.substr(0, 40)) text += c >= ' ' && c < 127 ? c : '?';
  return "'" + text + (token.text.size() > 40 ? "…'" : "'");
}

}  // namespace

const Token& Cursor::peek(size_t ahead) const {
  return position_ + ahead < tokens_.size() ? tokens_[position_ + ahead] : tokens_.back();
}

Token Cursor::take() {
  const Token token = peek();
  if (position_ + 1 < tokens_.size()) ++position_;  // The last token, End, is never passed.
  return token;
}

bool Cursor::at_punctuation(std::string_view text, size_t ahead) const {
  return peek(ahead).kind == TokenKind::Punctuation && peek(ahead).text == text;
}
bool Cursor::at_dotted(std::string_view text, size_t ahead) const {
  return peek(ahead).kind == TokenKind::Dotted && peek(ahead).text == text;
}
bool Cursor::at_word(std::string_view text) const {
  return peek().kind == TokenKind::Identifier && peek().text == text;
}

bool Cursor::accept_punctuation(std::string_view text) {
  if (!at_punctuation(text)) return false;
  take();
  return true;
}
bool Cursor::accept_dotted(std::string_view text) {
  if (!at_dotted(text)) return false;
  take();
  return true;
}
bool Cursor::accept_word(std::string_view text) {
  if (!at_word(text)) return false;
  take();
  return true;
}

bool Cursor::expect_punctuation(std::string_view text, std::string_view after) {
  if (accept_punctuation(text)) return true;
  return fail_expected("'" + std::string(text) + "' after " + std::string(after));
}

std::optional<std::string> Cursor::expect_identifier(std::string_view what) {
  if (peek().kind == TokenKind::Identifier) return std::string(take().text);
  fail_expected(what);
  return std::nullopt;
}

bool Cursor::fail(const Token& token, std::string what) {
  if (!error_) error_ = Error{std::move(what), "PTX line " + std::to_string(token.line)};
  return false;
}

bool Cursor::fail_expected(std::string_view what) {
  if (peek().kind == TokenKind::Invalid) {
    return fail(
        peek(),
        shown(peek()) + " is not PTX: check that the text is complete and is PTX, not a binary");
  }
  return fail(peek(), "expected " + std::string(what) + ", found " + shown(peek()));
}

}  // namespace gtl::ptx
