// Names of functions as a report shows them: short enough to find the reader's own line.
#pragma once

#include <string>

namespace gtl::checks {

/// "void sort<...>(int*)": the demangled name. Of long ones, template arguments are left out, and,
/// where that is not enough, parameters.
std::string shown_name(const std::string& mangled);

}  // namespace gtl::checks
