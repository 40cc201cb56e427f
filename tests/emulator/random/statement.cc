#include "statement.h"

#include <algorithm>

namespace random_kernels {

std::string chosen(Choice& choice, const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      result += text[i];
      continue;
    }
    const size_t end = text.find('}', i);
    const std::string inside = text.substr(i + 1, end - i - 1);
    const auto count = uint32_t(std::count(inside.begin(), inside.end(), '|') + 1);
    size_t begin = 0;
    for (uint32_t skip = choice.below(count); skip != 0; --skip)
      begin = inside.find('|', begin) + 1;
    result += inside.substr(begin, std::min(inside.find('|', begin), inside.size()) - begin);
    i = end;
  }
  return result;
}

std::string constant(Choice& choice, uint32_t bits) {
  static const std::vector<int64_t> kEdges = {0,  1,  2,  -1,  -2,  7,   31,
                                              32, 33, 63, 127, 128, 255, 32767};
  if (choice.one_in(2)) return std::to_string(choice.of(kEdges));
  const uint64_t value = choice.bits();
  if (bits == 16) return std::to_string(int16_t(value));
  if (bits == 32) return std::to_string(int32_t(value));
  return std::to_string(int64_t(value));
}

namespace {
/// Vectors, moves, conversions and packed instructions want registers; bit fields small constants.
bool takes_constants(const std::string& line) {
  for (const char* word : {"{", "mov", "cvt", "bf", "x2", "vadd", "vmin", "vabs"}) {
    if (line.find(word) != std::string::npos) return false;
  }
  return true;
}
}  // namespace

Statement statement_from(Choice& choice, const std::string& text, const std::string& guard) {
  const std::string plain = chosen(choice, text);
  Statement statement;
  std::string line;
  for (size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const char next = i + 1 < plain.size() ? plain[i + 1] : ' ';
    if (c == ';') {
      statement.instructions.push_back(line);
      line.clear();
      if (next == ' ') ++i;
    } else if (c == '<' || c == '>') {
      line += c == '<' ? '{' : '}';
    } else if (c == '#') {
      if (next == 'a') line += std::to_string(choice.below(32));
      if (next == 's') line += std::to_string(choice.below(64));
      if (next == 'b') line += std::to_string(choice.below(256));
      if (next == '8') line += std::to_string(8 * choice.below(8));
      if (next == '1') line += std::to_string(16 * choice.below(4)), ++i;  // #16
      ++i;
    } else if (c == '$' || c == '%') {
      ++i;
      const bool may_be_constant =
          c == '%' && (next == 'r' || next == 'l' || next == 'h') && takes_constants(line);
      if (may_be_constant && choice.one_in(6)) {
        line += constant(choice, next == 'r' ? 32 : next == 'l' ? 64 : 16);
        continue;
      }
      std::string name;
      bool is_taken = true;
      while (is_taken) {
        name = next + std::to_string(choice.below(next == 'p' ? kPredicates : kPoolSize));
        const auto& taken = statement.destinations;
        is_taken = c == '$' &&
                   (name == guard || std::find(taken.begin(), taken.end(), name) != taken.end());
      }
      if (c == '$') statement.destinations.push_back(name);
      line += name;
    } else {
      line += c;
    }
  }
  statement.instructions.push_back(line);
  return statement;
}

}  // namespace random_kernels
