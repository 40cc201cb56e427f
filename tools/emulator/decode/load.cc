// Module variables come to life: allocated, initialised, their addresses written where they are
// used.
#include <cstring>

#include "decode/bodies.h"

namespace gtl::decode {

namespace {

using Addresses = std::map<std::string, uint64_t>;

bool find_address(const Addresses& addresses, const std::string& symbol, uint64_t& address,
                  Error& error) {
  auto found = addresses.find(symbol);
  if (found == addresses.end()) {
    error = {"'" + symbol + "' has no address in this module", ""};
    return false;
  }
  address = found->second;
  return true;
}

class Loader {
 public:
  Loader(Program& program, memory::Memory& memory) : program_(program), memory_(memory) {}

  Result<bool> load() {
    std::vector<const ModuleVariable*> own;
    for (ModuleVariable& variable : program_.variables) {
      if (variable.is_external) {
        return Error{"the variable '" + variable.name +
                         "' is defined in another module: the emulator does not "
                         "link modules yet",
                     ""};
      }
      if (variable.address != 0) continue;  // Shared with another device, which has set it up.
      const bool is_constant = variable.space == memory::Space::Const;
      const auto kind = is_constant           ? memory::Kind::ModuleConstant
                        : variable.is_managed ? memory::Kind::Managed
                                              : memory::Kind::ModuleVariable;
      auto address =
          memory_.allocate(variable.size, variable.alignment, kind, variable.name.c_str());
      if (!address.ok()) return address.error();
      variable.address = address.value();
      own.push_back(&variable);
    }
    for (size_t i = 0; i < program_.functions.size(); ++i) {
      program_.addresses[program_.functions[i].name] = kFunctionBase + 16 * i;
    }
    for (const ModuleVariable& variable : program_.variables)
      program_.addresses[variable.name] = variable.address;
    for (const ModuleVariable* variable : own) {
      if (!initialise(*variable)) return error_;
    }
    for (Function& function : program_.functions) {
      const auto patched = patch_addresses(function, program_.addresses);
      if (!patched.ok()) return patched.error();
    }
    return true;
  }

 private:
  bool initialise(const ModuleVariable& variable) {
    if (variable.size == 0) return true;
    std::byte* bytes = memory_.host_bytes(variable.address, variable.size);
    std::memset(bytes, 0, variable.size);
    if (!variable.initial.empty())
      std::memcpy(bytes, variable.initial.data(), variable.initial.size());
    for (const auto& relocation : variable.relocations) {
      uint64_t address = 0;
      if (!find_address(program_.addresses, relocation.symbol, address, error_)) return false;
      address += uint64_t(relocation.addend);
      if (relocation.mask != 0) {
        address &= relocation.mask;
        for (uint64_t mask = relocation.mask; (mask & 0xFF) == 0; mask >>= 8) address >>= 8;
      }
      std::memcpy(bytes + relocation.offset, &address, relocation.bytes);
    }
    return true;
  }

  Program& program_;
  memory::Memory& memory_;
  Error error_;
};

}  // namespace

Result<bool> patch_addresses(Function& function, const Addresses& addresses) {
  auto* constants = reinterpret_cast<std::byte*>(function.constants.data());
  for (const auto& use : function.address_constants) {
    uint64_t address = 0;
    Error error;
    if (!find_address(addresses, use.symbol, address, error)) return error;
    address += uint64_t(use.addend);
    for (uint32_t lane = 0; lane < 32; ++lane)
      std::memcpy(constants + use.offset + 8 * lane, &address, 8);
  }
  return true;
}

Result<bool> load(Program& program, memory::Memory& memory) {
  return Loader(program, memory).load();
}

}  // namespace gtl::decode
