// Which bytes of what a load brings a function looks at: computes with, compares, takes as an
// address. It does not look at bytes that it only hands on (mov, selp, shfl, packing, st) or drops
// on the way (cvt to a narrower type, and with a mask): the padding of a struct that is copied.
#pragma once

#include <cstdint>
#include <vector>

#include "decode/program.h"

namespace gtl::decode {

/// Whether `function` looks at any of these bytes of its load `instruction`: a bit each, the lowest
/// address first. Where it cannot tell, it does.
bool looks_at(const Function& function, uint32_t instruction, uint32_t bytes);

/// Bytes of a load that a store writes as they came.
struct StoredBytes {
  uint32_t store = 0;         ///< Index of the instruction.
  uint32_t from = 0, to = 0;  ///< Of the bytes that are loaded, and of those that are stored.
  uint32_t count = 0;
};

/// Where the load `instruction` is the only one that sets a register, and a store writes it.
std::vector<StoredBytes> stored_as_loaded(const Function& function, uint32_t instruction);

}  // namespace gtl::decode
