#include "ptx/constants.h"

#include <bit>
#include <cstdlib>
#include <string>

namespace gtl::ptx {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

std::optional<uint64_t> digits(std::string_view text, uint32_t base) {
  if (text.empty()) return std::nullopt;
  uint64_t value = 0;
  for (char c : text) {
    const uint64_t digit = static_cast<uint64_t>(digit_value(c));
    if (digit >= base || value > (UINT64_MAX - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

std::optional<Constant> exact_float(std::string_view hex, size_t length, bool is_double) {
  if (hex.size() != length) return std::nullopt;
  const auto bits = digits(hex, 16);
  if (!bits) return std::nullopt;
  return FloatImmediate{*bits, is_double};
}

std::optional<Constant> decimal_float(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return FloatImmediate{std::bit_cast<uint64_t>(value), true};
}

constexpr bool is_unsigned(uint64_t value, bool suffix) { return suffix || value > INT64_MAX; }

// Constant expressions are C's, on 64-bit integers: signed unless an operand is unsigned.
struct Operator {
  std::string_view text;
  int precedence;
};
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},
                                   {"==", 6}, {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},
                                   {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9},  {"-", 9},
                                   {"*", 10}, {"/", 10}, {"%", 10}};

const Operator* operator_at(const Cursor& cursor) {
  if (cursor.peek().kind != TokenKind::Punctuation) return nullptr;
  for (const Operator& candidate : kOperators) {
    if (cursor.peek().text == candidate.text) return &candidate;
  }
  return nullptr;
}

class ExpressionParser {
 public:
  explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

  std::optional<Constant> conditional() {
    if (depth_ >= kMaximalDepth) return fail("this constant expression nests too deeply");
    ++depth_;
    auto value = binary(1);
    if (value && cursor_.at_punctuation("?")) {
      const auto condition = integer(*value);
      if (!condition) return std::nullopt;
      cursor_.take();
      const auto if_true = conditional();
      if (!if_true || !cursor_.expect_punctuation(":", "'?'")) return std::nullopt;
      const auto if_false = conditional();
      if (!if_false) return std::nullopt;
      value = condition->value != 0 ? if_true : if_false;
    }
    --depth_;
    return value;
  }

 private:
  std::nullopt_t fail(std::string what) {
    cursor_.fail(cursor_.peek(), std::move(what));
    return std::nullopt;
  }

  std::optional<IntegerImmediate> integer(const Constant& constant) {
    if (const auto* value = std::get_if<IntegerImmediate>(&constant)) return *value;
    return fail(
        "arithmetic on floating-point constants is not supported: write the value as 0f… or 0d…");
  }

  std::optional<Constant> binary(int minimal_precedence) {
    auto left = unary();
    for (const Operator* op = operator_at(cursor_);
         left && op && op->precedence >= minimal_precedence; op = operator_at(cursor_)) {
      cursor_.take();
      const auto right = binary(op->precedence + 1);
      if (!right) return std::nullopt;
      const auto a = integer(*left);
      const auto b = a ? integer(*right) : std::nullopt;
      if (!b) return std::nullopt;
      left = apply(op->text, *a, *b);
    }
    return left;
  }

  std::optional<Constant> apply(std::string_view op, IntegerImmediate a, IntegerImmediate b) {
    const bool wide = a.is_unsigned || b.is_unsigned;
    const uint64_t x = static_cast<uint64_t>(a.value), y = static_cast<uint64_t>(b.value);
    const auto result = [&](uint64_t value) {
      return IntegerImmediate{static_cast<int64_t>(value), wide};
    };
    const auto truth = [](bool value) { return IntegerImmediate{value, false}; };
    const bool less = wide ? x < y : a.value < b.value;
    if (op == "||") return truth(x != 0 || y != 0);
    if (op == "&&") return truth(x != 0 && y != 0);
    if (op == "|") return result(x | y);
    if (op == "^") return result(x ^ y);
    if (op == "&") return result(x & y);
    if (op == "==") return truth(x == y);
    if (op == "!=") return truth(x != y);
    if (op == "<") return truth(less);
    if (op == ">=") return truth(!less);
    if (op == ">") return truth(x != y && !less);
    if (op == "<=") return truth(x == y || less);
    if (op == "+") return result(x + y);
    if (op == "-") return result(x - y);
    if (op == "*") return result(x * y);
    if (op == "<<" || op == ">>") return shift(op, a, y);
    if (y == 0) return fail("division by zero in a constant expression");
    if (wide) return result(op == "/" ? x / y : x % y);
    if (b.value == -1) return result(op == "/" ? 0 - x : 0);  // INT64_MIN / -1 overflows in C++.
    return result(static_cast<uint64_t>(op == "/" ? a.value / b.value : a.value % b.value));
  }

  static Constant shift(std::string_view op, IntegerImmediate a, uint64_t amount) {
    const uint64_t x = static_cast<uint64_t>(a.value);
    if (op == "<<") {
      return IntegerImmediate{static_cast<int64_t>(amount < 64 ? x << amount : 0), a.is_unsigned};
    }
    if (a.is_unsigned)
      return IntegerImmediate{static_cast<int64_t>(amount < 64 ? x >> amount : 0), true};
    return IntegerImmediate{a.value >> (amount < 64 ? amount : 63), false};
  }

  std::optional<Constant> unary() {
    std::string_view sign;
    for (std::string_view candidate : {"-", "+", "~", "!"}) {
      if (cursor_.at_punctuation(candidate)) sign = candidate;
    }
    if (sign.empty()) return primary();
    cursor_.take();
    if (depth_ >= kMaximalDepth) return fail("this constant expression nests too deeply");
    ++depth_;
    const auto value = unary();
    --depth_;
    if (!value || sign == "+") return value;
    if (const auto* real = std::get_if<FloatImmediate>(&*value); real && sign == "-") {
      return FloatImmediate{real->bits ^ (uint64_t{1} << (real->is_double ? 63 : 31)),
                            real->is_double};
    }
    const auto operand = integer(*value);
    if (!operand) return std::nullopt;
    const uint64_t x = static_cast<uint64_t>(operand->value);
    if (sign == "!") return IntegerImmediate{x == 0, false};
    return IntegerImmediate{static_cast<int64_t>(sign == "-" ? 0 - x : ~x), operand->is_unsigned};
  }

  std::optional<Constant> primary() {
    if (cursor_.accept_punctuation("(")) {
      const bool is_cast = cursor_.at_dotted("s64") || cursor_.at_dotted("u64");
      if (!is_cast) {
        const auto value = conditional();
        if (!value || !cursor_.expect_punctuation(")", "a constant expression"))
          return std::nullopt;
        return value;
      }
      const bool to_unsigned = cursor_.take().text == "u64";
      if (!cursor_.expect_punctuation(")", "the type of a cast")) return std::nullopt;
      if (depth_ >= kMaximalDepth) return fail("this constant expression nests too deeply");
      ++depth_;
      const auto value = unary();
      --depth_;
      const auto operand = value ? integer(*value) : std::nullopt;
      if (!operand) return std::nullopt;
      return IntegerImmediate{operand->value, to_unsigned};
    }
    if (cursor_.accept_word("WARP_SZ")) return IntegerImmediate{32, false};
    if (cursor_.peek().kind != TokenKind::Number) {
      cursor_.fail_expected("a number");
      return std::nullopt;
    }
    const auto value = parse_number(cursor_.peek().text);
    if (!value) {
      return fail("'" + std::string(cursor_.peek().text.substr(0, 40)) +
                  "' is not a number of at most 64 bits");
    }
    cursor_.take();
    return value;
  }

  Cursor& cursor_;
  uint32_t depth_ = 0;
};

}  // namespace

std::optional<Constant> parse_number(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    const char kind = text[1];
    if (kind == 'f' || kind == 'F') return exact_float(text.substr(2), 8, false);
    if (kind == 'd' || kind == 'D') return exact_float(text.substr(2), 16, true);
  }
  const bool is_hexadecimal =
      text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (!is_hexadecimal && text.find_first_of(".eE") != std::string_view::npos)
    return decimal_float(text);
  const bool suffix = !text.empty() && text.back() == 'U';
  if (suffix) text.remove_suffix(1);
  std::optional<uint64_t> value;
  if (is_hexadecimal) {
    value = digits(text.substr(2), 16);
  } else if (text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
    value = digits(text.substr(2), 2);
  } else if (text.size() > 1 && text[0] == '0') {
    value = digits(text.substr(1), 8);
  } else {
    value = digits(text, 10);
  }
  if (!value) return std::nullopt;
  return IntegerImmediate{static_cast<int64_t>(*value), is_unsigned(*value, suffix)};
}

std::optional<Constant> parse_constant(Cursor& cursor) {
  return ExpressionParser(cursor).conditional();
}

std::optional<int64_t> parse_integer(Cursor& cursor, std::string_view what) {
  const Token start = cursor.peek();
  const auto constant = parse_constant(cursor);
  if (!constant) return std::nullopt;
  if (const auto* integer = std::get_if<IntegerImmediate>(&*constant)) return integer->value;
  cursor.fail(start, std::string(what) + " must be an integer");
  return std::nullopt;
}

std::optional<uint64_t> parse_count(Cursor& cursor, std::string_view what, uint64_t maximum) {
  const Token token = cursor.peek();
  if (token.kind == TokenKind::Number) {
    const auto number = parse_number(token.text);
    const auto* integer = number ? std::get_if<IntegerImmediate>(&*number) : nullptr;
    if (integer && static_cast<uint64_t>(integer->value) <= maximum) {
      cursor.take();
      return static_cast<uint64_t>(integer->value);
    }
  }
  cursor.fail_expected(std::string(what) + ", a number of at most " + std::to_string(maximum));
  return std::nullopt;
}

}  // namespace gtl::ptx
