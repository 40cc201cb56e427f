#include "runtime/explain.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace gtl::runtime {
namespace {

/// Whether the program's last line has no end yet, as far as its buffer tells, and the next line on
/// standard error would run on in it.
bool is_line_open() {
#ifdef __GLIBC__
  const bool has_text = stdout->_IO_write_ptr > stdout->_IO_write_base;
  if (!has_text || stdout->_IO_write_ptr[-1] == '\n') return false;
  struct stat output = {};
  struct stat errors = {};
  return fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0 &&
         output.st_dev == errors.st_dev && output.st_ino == errors.st_ino;
#else
  return false;
#endif
}

}  // namespace

void write_lines(const std::string& text) {
  if (text.empty()) return;
  const bool is_open = is_line_open();
  std::fflush(stdout);
  if (is_open) std::fputc('\n', stderr);
  std::fputs(text.c_str(), stderr);
}

void explain(const std::string& text) { write_lines("emulator: " + text + "\n"); }

}  // namespace gtl::runtime
