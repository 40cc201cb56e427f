// `.file`, `.loc` and the strings of `.section .debug_str` that `.loc` refers to.
// Source: PTX ISA 9.0, 11.5 (debugging directives).
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "ptx/ast.h"
#include "ptx/cursor.h"

namespace gtl::ptx {

class DebugLines {
 public:
  /// `inlined_at` refers to the latest earlier `.loc` of the same function.
  void begin_function();
  bool parse_file(Cursor& cursor);
  bool parse_location(Cursor& cursor);
  /// The line that the next instruction belongs to, or -1.
  int32_t current() const { return current_; }
  /// Keeps `.debug_str`, skips every other section.
  bool parse_section(Cursor& cursor);
  /// Moves files and lines into the module and puts names in the place of labels.
  void finish(Module& module);

 private:
  using Place = std::tuple<uint32_t, uint32_t, uint32_t>;  ///< File, line, column.
  using Key = std::tuple<Place, std::string, int32_t>;

  bool parse_place(Cursor& cursor, Place& place);
  bool parse_strings(Cursor& cursor);
  int32_t line_at(const Place& place, const std::string& function, int32_t inlined_at);

  std::vector<std::string> files_ = {""};
  std::vector<Line> lines_;  ///< `function` holds `label+offset` until `finish`.
  std::map<Key, int32_t> known_;
  std::map<Place, int32_t> latest_;
  std::map<std::string, size_t, std::less<>> string_labels_;
  std::string strings_;
  int32_t current_ = -1;
};

}  // namespace gtl::ptx
