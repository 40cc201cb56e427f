// The answer of every exported function that the emulator does not have.
#pragma once

namespace gtl::runtime {

/// cudaErrorNotSupported, after naming the function on stderr at its first call.
int unsupported(const char* function);

}  // namespace gtl::runtime
