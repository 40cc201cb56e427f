// Atomics whose result nobody reads.
#pragma once

#include "decode/program.h"

namespace gtl::decode {

/// Takes the destination away from every atomic that a reduction can replace and whose result no
/// instruction of the function mentions. ptxas makes a reduction of such an atomic (`atomicAdd` as
/// a statement), and the hardware counts it as one.
void drop_unused_results(Function& function);

}  // namespace gtl::decode
