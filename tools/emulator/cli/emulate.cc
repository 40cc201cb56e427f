// emulate: runs a program with the emulator in the place of the CUDA runtime. It sets the
// environment and becomes the program; everything else happens in build/lib/libcudart.so.13.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/find_program.h"
#include "cli/options.h"

namespace {

namespace fs = std::filesystem;

int fail(int status, const std::string& what) {
  std::fprintf(stderr, "emulate: %s\n", what.c_str());
  return status;
}

void set(const char* name, const std::string& value) {
  if (!value.empty()) setenv(name, value.c_str(), 1);
}

void prepend(const char* name, const std::string& value) {
  const char* before = std::getenv(name);
  set(name, before == nullptr || *before == '\0' ? value : value + ":" + before);
}

/// Where the emulator's library lies: beside bin/, in lib/.
fs::path library_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return self.parent_path().parent_path() / "lib";
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<const char*> arguments(argv + 1, argv + argc);
  const auto parsed = gtl::cli::parse_options(arguments);
  if (!parsed.ok()) return fail(2, parsed.error().what);
  const gtl::cli::Options& options = parsed.value();
  if (options.wants_help) {
    std::fputs(gtl::cli::help_text().c_str(), stdout);
    return 0;
  }

  gtl::cli::ProgramError error;
  const gtl::cli::Program program = gtl::cli::find_program(options.command.front(), error);
  if (error.exit_status != 0) return fail(error.exit_status, error.what);
  if (!program.warning.empty()) std::fprintf(stderr, "emulate: %s\n", program.warning.c_str());

  const fs::path library = library_folder() / "libcudart.so.13";
  if (!fs::exists(library)) {
    return fail(126, library.string() + " is missing; build the emulator whole (tools/book build)");
  }
  if (!options.counters_file.empty()) {
    std::error_code unknown;
    if (fs::equivalent(options.counters_file, program.path, unknown)) {
      return fail(2, "--counters " + options.counters_file +
                         " is the program itself, which would be lost; name another file");
    }
    // Emptied here, so that a file that cannot be written is reported before the program runs.
    if (!std::ofstream(options.counters_file, std::ios::trunc)) {
      return fail(2, "--counters " + options.counters_file + ": " + std::strerror(errno));
    }
    set("GTL_COUNTERS", fs::absolute(options.counters_file).string());
  }
  set("GTL_CHECK", options.checks);
  set("GTL_THREADS", options.threads);
  set("GTL_SEED", options.seed);
  set("GTL_DEVICES", options.devices);
  set("GTL_LIMIT", options.limit);
  set("GTL_EMULATE", "1");
  prepend("LD_LIBRARY_PATH", library.parent_path().string());
  if (program.has_rpath) prepend("LD_PRELOAD", library.string());

  std::vector<char*> command;
  for (const std::string& word : options.command)
    command.push_back(const_cast<char*>(word.c_str()));
  command.push_back(nullptr);
  execv(program.path.c_str(), command.data());
  const int reason = errno;
  return fail(126, program.path + ": " + std::strerror(reason) +
                       (reason == ENOEXEC ? "; it is no program for this machine, nor a script "
                                            "whose first line says #! and with what to run it"
                                          : ""));
}
