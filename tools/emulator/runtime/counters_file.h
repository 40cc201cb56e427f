// The file behind `emulate --counters`.
#pragma once

#include <string>

#include "counters/counters.h"
#include "exec/launch.h"
#include "runtime/cubin.h"

namespace gtl::runtime {

/// Appends the launch as one line of JSON. `machine`: the kernel's machine code, null if there is
/// none. A file that cannot be written is explained once on
/// stderr, and false is returned.
bool append_counters(const std::string& path, const exec::Launch& launch,
                     const MachineResources* machine, const counters::LaunchCounters& counters);

}  // namespace gtl::runtime
