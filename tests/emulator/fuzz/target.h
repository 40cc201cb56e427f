// What a fuzz target is made of. With clang, libFuzzer drives it; elsewhere the driver of this
// folder does, with seeded damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Reads the bytes as a hostile program might hand them over. Must return, whatever they are.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

namespace fuzz {

/// Undamaged inputs.
std::vector<std::string> seeds();
/// Pieces that damage may put in.
std::vector<std::string_view> dictionary();

}  // namespace fuzz
