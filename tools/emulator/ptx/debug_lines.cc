#include "ptx/debug_lines.h"

#include <algorithm>
#include <charconv>

#include "ptx/constants.h"

namespace gtl::ptx {
namespace {

constexpr uint64_t kMaximalFile = 65535;

}  // namespace

void DebugLines::begin_function() {
  latest_.clear();
  current_ = -1;
}

bool DebugLines::parse_file(Cursor& cursor) {
  const auto index = parse_count(cursor, "a file index after '.file'", kMaximalFile);
  if (!index) return false;
  if (cursor.peek().kind != TokenKind::String) return cursor.fail_expected("a file name in quotes");
  if (files_.size() <= *index) files_.resize(*index + 1);
  files_[*index] = cursor.take().text;
  for (int i = 0; i < 2 && cursor.accept_punctuation(","); ++i) {  // Time stamp and size.
    if (!parse_count(cursor, "a time stamp or a file size", UINT64_MAX)) return false;
  }
  return true;
}

bool DebugLines::parse_place(Cursor& cursor, Place& place) {
  const auto file = parse_count(cursor, "a file index", kMaximalFile);
  if (!file) return false;
  const auto line = parse_count(cursor, "a line number", UINT32_MAX);
  if (!line) return false;
  const auto column = parse_count(cursor, "a column", UINT32_MAX);
  if (!column) return false;
  place = {static_cast<uint32_t>(*file), static_cast<uint32_t>(*line),
           static_cast<uint32_t>(*column)};
  return true;
}

int32_t DebugLines::line_at(const Place& place, const std::string& function, int32_t inlined_at) {
  const auto [entry, is_new] =
      known_.try_emplace({place, function, inlined_at}, static_cast<int32_t>(lines_.size()));
  if (is_new) {
    const auto [file, line, column] = place;
    lines_.push_back({file, line, column, function, inlined_at});
  }
  return entry->second;
}

bool DebugLines::parse_location(Cursor& cursor) {
  Place place;
  if (!parse_place(cursor, place)) return false;
  std::string function;
  int32_t inlined_at = -1;
  while (cursor.accept_punctuation(",")) {
    if (cursor.accept_word("function_name")) {
      if (cursor.peek().kind != TokenKind::Identifier && cursor.peek().kind != TokenKind::Dotted) {
        return cursor.fail_expected("a label of .debug_str after 'function_name'");
      }
      function = std::string(cursor.take().text) + "+";
      if (cursor.accept_punctuation("+")) {
        const auto offset = parse_count(cursor, "an offset into .debug_str", UINT32_MAX);
        if (!offset) return false;
        function += std::to_string(*offset);
      }
    } else if (cursor.accept_word("inlined_at")) {
      Place call;
      if (!parse_place(cursor, call)) return false;
      const auto known = latest_.find(call);
      inlined_at = known != latest_.end() ? known->second : line_at(call, "", -1);
    } else {
      return cursor.fail_expected("'function_name' or 'inlined_at' after ',' in '.loc'");
    }
  }
  current_ = line_at(place, function, inlined_at);
  latest_[place] = current_;
  return true;
}

bool DebugLines::parse_section(Cursor& cursor) {
  if (cursor.peek().kind != TokenKind::Dotted)
    return cursor.fail_expected("a section name after '.section'");
  const bool holds_strings = cursor.take().text == "debug_str";
  if (!cursor.expect_punctuation("{", "the section's name")) return false;
  if (holds_strings) return parse_strings(cursor);
  while (!cursor.at_punctuation("}")) {
    if (cursor.at_end()) return cursor.fail_expected("'}' at the end of the section");
    cursor.take();
  }
  cursor.take();
  return true;
}

bool DebugLines::parse_strings(Cursor& cursor) {
  while (!cursor.accept_punctuation("}")) {
    if (cursor.accept_dotted("b8")) {
      do {
        const auto byte = parse_integer(cursor, "a byte of .debug_str");
        if (!byte) return false;
        strings_ += static_cast<char>(*byte);
      } while (cursor.accept_punctuation(","));
      continue;
    }
    const auto label = cursor.expect_identifier("a label or '.b8' in .debug_str");
    if (!label || !cursor.expect_punctuation(":", "a label")) return false;
    string_labels_[*label] = strings_.size();
  }
  return true;
}

void DebugLines::finish(Module& module) {
  string_labels_["debug_str"] = 0;
  for (Line& line : lines_) {
    if (line.file >= files_.size()) line.file = 0;
    if (line.function.empty()) continue;
    const size_t plus = line.function.find('+');
    const auto label = string_labels_.find(line.function.substr(0, plus));
    size_t offset = label != string_labels_.end() ? label->second : strings_.size();
    uint32_t added = 0;  // Digits that parse_location wrote, or none.
    std::from_chars(line.function.data() + plus + 1, line.function.data() + line.function.size(),
                    added);
    offset += added;
    offset = std::min(offset, strings_.size());
    line.function = strings_.substr(offset, strings_.find('\0', offset) - offset);
  }
  module.files = std::move(files_);
  module.lines = std::move(lines_);
}

}  // namespace gtl::ptx
