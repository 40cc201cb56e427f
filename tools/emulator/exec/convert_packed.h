// What cvt shares with the conversions of two small numbers in one register.
#pragma once

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

/// Two numbers of 8, 6 or 4 bits.
bool is_small_float(Type type);

/// The handler of cvt.f16x2 and cvt.bf16x2 from such a type.
Handler from_small_float_handler(Type type);

}  // namespace gtl::exec::GTL_LANES
