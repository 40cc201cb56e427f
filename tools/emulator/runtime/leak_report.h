// leakcheck: what a program leaves behind on the device when it ends.
#pragma once

#include <vector>

#include "checks/report_text.h"

namespace gtl::runtime {

class Context;

/// Memory, streams and events that are still there, and pieces of the device's heap.
std::vector<checks::Finding> leaks(const Context& context);

}  // namespace gtl::runtime
