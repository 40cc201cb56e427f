#include "ptx/lexer.h"

#include <algorithm>

namespace gtl::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text.substr(0, text.find('\0'))) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 4 + 1);
    do {
      tokens.push_back(next());
    } while (tokens.back().kind != TokenKind::End);
    return tokens;
  }

 private:
  char at(size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  Token make(TokenKind kind, size_t begin, size_t end, uint32_t line) const {
    return {kind, text_.substr(begin, end - begin), line};
  }

  Token next() {
    const size_t blank = position_;
    if (!skip_blanks()) return make(TokenKind::Invalid, blank, text_.size(), line_);
    const size_t begin = position_;
    if (begin >= text_.size()) return make(TokenKind::End, begin, begin, line_);
    const char c = at(0);
    if (is_digit(c)) return number();
    if (is_word(c) || (c == '%' && is_word(at(1)))) {
      ++position_;
      skip_word();
      return make(TokenKind::Identifier, begin, position_, line_);
    }
    if (c == '.' && is_word(at(1))) return dotted();
    if (c == '"') return string();
    return punctuation();
  }

  /// False when a `/*` comment has no end: then everything is consumed.
  bool skip_blanks() {
    while (position_ < text_.size()) {
      const char c = at(0);
      if (c == '\n') {
        ++line_;
        ++position_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++position_;
      } else if ((c == '/' && at(1) == '/') || c == '#') {  // '#': lines of the C preprocessor
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (c == '/' && at(1) == '*') {
        const size_t end = text_.find("*/", position_ + 2);
        for (size_t i = position_; i < std::min(end, text_.size()); ++i) line_ += text_[i] == '\n';
        position_ = end == std::string_view::npos ? text_.size() : end + 2;
        if (end == std::string_view::npos) return false;
      } else {
        break;
      }
    }
    return true;
  }

  void skip_word() {
    while (is_word(at(0))) ++position_;
  }

  Token dotted() {
    const size_t begin = ++position_;
    skip_word();
    while (at(0) == ':' && at(1) == ':' && is_word(at(2))) {
      position_ += 2;
      skip_word();
    }
    return make(TokenKind::Dotted, begin, position_, line_);
  }

  /// Takes in what looks like a number; constants.cc decides whether it is one.
  Token number() {
    const size_t begin = position_;
    const bool has_prefix = at(0) == '0' && is_letter(at(1));  // 0x, 0b, 0f, 0d
    skip_word();
    if (!has_prefix) {
      if (at(0) == '.' && is_digit(at(1))) {
        ++position_;
        skip_word();
      }
      const char last = text_[position_ - 1];
      if ((last == 'e' || last == 'E') && (at(0) == '-' || at(0) == '+') && is_digit(at(1))) {
        ++position_;
        skip_word();
      }
    }
    return make(TokenKind::Number, begin, position_, line_);
  }

  Token string() {
    const size_t begin = position_ + 1;
    const size_t end = text_.find_first_of("\"\n", begin);
    if (end == std::string_view::npos || text_[end] == '\n') {
      position_ = std::min(end, text_.size());
      return make(TokenKind::Invalid, begin - 1, position_, line_);
    }
    position_ = end + 1;
    return make(TokenKind::String, begin, end, line_);
  }

  Token punctuation() {
    static constexpr std::string_view kPairs[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    static constexpr std::string_view kSingles = "{}[]()<>;,:@!|+-*/%&^~?=.";
    const size_t begin = position_;
    const std::string_view pair = text_.substr(begin, 2);
    for (std::string_view candidate : kPairs) {
      if (pair == candidate) {
        position_ += 2;
        return make(TokenKind::Punctuation, begin, position_, line_);
      }
    }
    ++position_;
    const bool known = kSingles.find(text_[begin]) != std::string_view::npos;
    return make(known ? TokenKind::Punctuation : TokenKind::Invalid, begin, position_, line_);
  }

  std::string_view text_;
  size_t position_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) { return Lexer(text).run(); }

}  // namespace gtl::ptx
