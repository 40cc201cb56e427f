// Functions whose bodies have not been decoded yet, and what it takes to decode them.
#pragma once

#include <vector>

#include "decode/function_decoder.h"
#include "decode/layout.h"
#include "decode/program.h"

namespace gtl::decode {

struct Bodies {
  ptx::Module module;
  ModuleNames names;
  std::vector<SharedLayout> shared;  ///< By index into module.functions.
  std::vector<size_t> sources;       ///< Index into module.functions, by Program::functions.
};

/// Decodes one function, unless that has been done: Function::is_decoded and ::refusals tell.
void decode_body(Program& program, uint32_t function);

/// Writes the addresses that a decoded function mentions into its constants.
Result<bool> patch_addresses(Function& function, const std::map<std::string, uint64_t>& addresses);

}  // namespace gtl::decode
