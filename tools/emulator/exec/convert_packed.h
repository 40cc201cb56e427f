// What cvt shares with the conversions of packed 8-bit formats.
#pragma once

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

/// The handler of cvt.f16x2.e4m3x2 and cvt.f16x2.e5m2x2.
Handler halves_from_fp8_handler();

}  // namespace gtl::exec::GTL_LANES
