// The counters of a launch as others read them: one JSON object a line, with Nsight Compute's
// names.
#pragma once

#include <string>
#include <vector>

#include "counters/counters.h"

namespace gtl::counters {

/// Names the launch that was counted.
struct LaunchName {
  uint64_t launch = 0;  ///< 0, 1, 2 … in the order of launches.
  std::string kernel;   ///< Demangled.
  std::string mangled;
  exec::Dim3 grid, block;
  std::vector<std::string> rewritten{};  ///< Where a GPU counts otherwise: rewritten_accesses.h.
};

/// The launch as one line of JSON, without a line end:
/// `{"launch":0,"kernel":"…","mangled":"…","grid":[x,y,z],"block":[x,y,z],"metrics":{…},"lines":[{"file":"…","line":42,
/// "metrics":{…}}]}`, and `"rewritten":["…"]` after the block if there is any. The kernel has every
/// metric, zero ones too, so that a script may ask for any; a line has only those of the accesses
/// it makes. Lines come by file, then by number.
std::string json_line(const LaunchName& name, const LaunchCounters& counters);

}  // namespace gtl::counters
