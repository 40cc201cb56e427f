// The file behind `emulate --counters`.
#pragma once

#include <string>

#include "counters/counters.h"
#include "exec/launch.h"

namespace gtl::runtime {

/// Appends the launch as one line of JSON. A file that cannot be written is explained once on
/// stderr, and false is returned.
bool append_counters(const std::string& path, const exec::Launch& launch,
                     const counters::LaunchCounters& counters);

}  // namespace gtl::runtime
