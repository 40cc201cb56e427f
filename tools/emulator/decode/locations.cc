// From `.loc` to the reader's own line.
#include <string_view>

#include "decode/function_decoder.h"

namespace gtl::decode {

namespace {

/// Headers that come with the toolkit or the system: nobody looks for their own mistake there.
bool is_toolkit_header(std::string_view path) {
  if (path.starts_with("/usr/include/")) return true;
  const size_t include = path.find("/include/");
  if (include == std::string_view::npos) return false;
  const std::string_view above = path.substr(0, include);
  return above.find("cuda") != std::string_view::npos ||
         above.find("nvidia") != std::string_view::npos;
}

const std::string& file_of(const ptx::Module& module, const ptx::Line& line) {
  static const std::string kUnknown;
  return line.file < module.files.size() ? module.files[line.file] : kUnknown;
}

}  // namespace

SourceLocation reader_location(const ptx::Module& module, int32_t line) {
  SourceLocation location;
  while (line >= 0 && size_t(line) < module.lines.size()) {
    const ptx::Line& entry = module.lines[size_t(line)];
    location = {file_of(module, entry), entry.line};
    if (!is_toolkit_header(location.file)) break;
    line = entry.inlined_at;
  }
  return location;
}

}  // namespace gtl::decode
