// Which bytes of what a load brings a function looks at: computes with, compares, takes as an
// address. It does not look at bytes that it only hands on (mov, selp, shfl, packing, st) or drops
// on the way (cvt to a narrower type, and with a mask): the padding of a struct that is copied.
#pragma once

#include <cstdint>

#include "decode/program.h"

namespace gtl::decode {

/// Whether `function` looks at any of these bytes of its load `instruction`: a bit each, the lowest
/// address first. Where it cannot tell, it does.
bool looks_at(const Function& function, uint32_t instruction, uint32_t bytes);

}  // namespace gtl::decode
