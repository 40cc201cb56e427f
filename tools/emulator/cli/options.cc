#include "cli/options.h"

#include <algorithm>
#include <cctype>

#include "checks/check_set.h"

namespace gtl::cli {
namespace {

bool is_number(const std::string& text) {
  // 18 digits fit into 64 bits whatever they are.
  return !text.empty() && text.size() <= 18 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// Stores the value of one option, or says what is wrong with it; empty means well.
std::string store(Options& options, const std::string& name, const std::string& value) {
  if (name == "--counters") {
    options.counters_file = value;
    return value.empty() ? "--counters needs the name of the file to write" : "";
  }
  if (name == "--check") {
    options.checks = value;
    const auto parsed = checks::parse_checks(value);
    return parsed.ok() ? "" : "--check " + value + ": " + parsed.error().what;
  }
  if (!is_number(value)) return name + " needs a whole number, and '" + value + "' is none";
  if (name == "--threads") {
    options.threads = value;
    return value == "0" ? "--threads needs at least 1" : "";
  }
  if (name == "--devices") {
    options.devices = value;
    return value == "0" ? "--devices needs at least 1" : "";
  }
  (name == "--limit" ? options.limit : options.seed) = value;
  return "";
}

}  // namespace

Result<Options> parse_options(std::span<const char* const> arguments) {
  Options options;
  size_t i = 0;
  for (; i < arguments.size(); ++i) {
    std::string name = arguments[i];
    if (name == "-h" || name == "--help") {
      options.wants_help = true;
      return options;
    }
    if (name == "--") {
      ++i;
      break;
    }
    if (!name.starts_with("-")) break;
    std::string value;
    const size_t equals = name.find('=');
    const bool has_value = equals != std::string::npos;
    if (has_value) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (name != "--counters" && name != "--check" && name != "--threads" && name != "--seed" &&
        name != "--devices" && name != "--limit") {
      return Error{"there is no option " + name +
                       "; options of the program come after its name. See emulate --help",
                   ""};
    }
    if (!has_value) {
      if (i + 1 == arguments.size()) return Error{name + " needs a value. See emulate --help", ""};
      value = arguments[++i];
    }
    if (const std::string problem = store(options, name, value); !problem.empty())
      return Error{problem, ""};
  }
  options.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  if (options.command.empty()) {
    return Error{"which program? Usage: emulate [OPTION…] PROGRAM [ARGUMENT…]. See emulate --help",
                 ""};
  }
  return options;
}

std::string help_text() {
  return R"(Usage: emulate [OPTION…] PROGRAM [ARGUMENT…]

Runs a CUDA program without a GPU. The program is the one that nvcc built, unmodified: it must be
linked with the shared CUDA runtime and contain PTX, as from

    nvcc -arch=sm_90 -lineinfo -cudart shared -o program program.cu

Options
  --counters FILE  write what each kernel launch did to memory: one JSON object a line, with Nsight
                   Compute's names, for the kernel and for each source line; a launch that fails
                   writes none
  --check LIST     which checks watch the program: names separated by commas, all (the default; every
                   one but leakcheck) or none
                     memcheck   accesses outside of allocations, misaligned, freed; device malloc
                     racecheck  accesses to shared and global memory that nothing orders
                     initcheck  reads of memory that nobody has written
                     synccheck  barriers that some threads miss, masks that do not fit
                     leakcheck  memory, streams and events that are left at the end
  --threads N      worker threads (default: as many as this machine runs at once); results and
                   counters do not depend on it, but where the program's own depend on which block
                   comes first: who gets which ticket of an atomicAdd, how floats add up
  --seed N         another order of the warps in each block; 0 is the natural one (default: 0)
  --devices N      how many devices the program sees (default: 1); all are alike, and each has its own
                   memory, variables and streams
  --limit N        stop a launch after N warp instructions and say where it was; 0 is no limit (default:
                   0). Ctrl-C does the same at once
  -h, --help       this text

Exit status
  the program's own; 1 when a check reported something, or the counters could not be written, and
  the program itself returned 0; 2 for a wrong command line, 126 when PROGRAM cannot be run, 127 when
  it is not found. A program that leaves by _exit(), or becomes another one by exec, keeps its status

Examples
  emulate build/lessons/06-coalescing/07_transpose
  emulate --counters out.json ./program 1024
  emulate --check none --threads 1 ./program

The same without this command: LD_LIBRARY_PATH=build/lib PROGRAM, with the options in the environment
variables GTL_COUNTERS (appended to), GTL_CHECK, GTL_THREADS, GTL_SEED, GTL_DEVICES and GTL_LIMIT.
)";
}

}  // namespace gtl::cli
