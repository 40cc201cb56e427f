// Where ptxas, the compiler's last step, made other memory instructions of a kernel than its PTX
// has. The emulator executes and counts the PTX's; a GPU counts the machine code's.
#pragma once

#include <string>
#include <vector>

#include "counters/counters.h"
#include "runtime/cubin.h"

namespace gtl::runtime {

/// What can be told for certain, of a launch that was counted:
/// "shared_ld", "shared_st": loads (stores) of neighbours became wider ones, so fewer;
/// "global_atom": an integer atomic adds up the warp first, and one lane goes to memory;
/// "shared_atom": additions of 1 became ATOMS.POPC.INC, whose cost was never read off a GPU.
std::vector<std::string> rewritten_accesses(const MachineResources& machine,
                                            const counters::LaunchCounters& counters);

}  // namespace gtl::runtime
