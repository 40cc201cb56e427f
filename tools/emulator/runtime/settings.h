// What the emulator was asked to do, from the environment: `emulate` turns its options into these
// variables, and a program started with LD_LIBRARY_PATH alone may set them itself.
//
//   GTL_COUNTERS   append one JSON object a launch to this file
//   GTL_CHECK      the checks to run, as `emulate --check` takes them; default: all
//   GTL_THREADS    worker threads; default: as many as the machine runs at once
//   GTL_SEED       order of the warps within a block; default 0, the natural order
//   GTL_DEVICES    how many devices the program sees; default 1
//   GTL_EMULATE    set by `emulate`: a finding turns exit status 0 into 1
#pragma once

#include <cstdint>
#include <string>

#include "checks/check_set.h"

namespace gtl::runtime {

struct Settings {
  std::string counters_file;  ///< Empty: do not count.
  checks::CheckSet checks;
  unsigned threads = 1;
  uint64_t seed = 0;
  unsigned devices = 1;
  bool is_under_emulate = false;
  bool launches_block = false;  ///< CUDA_LAUNCH_BLOCKING=1: a launch returns its own fault.
};

/// Reads the environment. A value that makes no sense is explained on stderr and replaced by the
/// default.
Settings read_settings();

}  // namespace gtl::runtime
