// What a name of a function means, scope by scope.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "decode/instruction.h"

namespace gtl::decode {

struct Name {
  enum class Kind : uint8_t {
    Register,        ///< `offset` in the frame, `bytes` a lane (0: a predicate).
    Local,           ///< `offset` in the thread's frame of local memory.
    Shared,          ///< `offset` in the block's shared memory.
    DynamicShared,   ///< Starts where the kernel's static shared memory ends.
    EntryParameter,  ///< `offset` in the kernel's parameters.
    ParameterSlot,   ///< `offset` in the frame, `bytes` a lane.
    Label,           ///< `offset` is the index of an instruction.
    TargetList,      ///< `offset` is an index into Function::branch_tables.
    Prototype,
    VariableArguments,  ///< What a variadic function was called with, in local memory.
    VectorRegister,     ///< `.reg .v4`: `bytes` elements, registers named `name.x` and so on.
  };
  Kind kind = Kind::Register;
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// Names hide those of the scopes around.
class Scope {
 public:
  explicit Scope(const Scope* parent) : parent_(parent) {}
  void declare(const std::string& name, Name meaning) { names_[name] = meaning; }
  const Name* find(const std::string& name) const {
    for (const Scope* scope = this; scope; scope = scope->parent_) {
      auto found = scope->names_.find(name);
      if (found != scope->names_.end()) return &found->second;
    }
    return nullptr;
  }

 private:
  const Scope* parent_;
  std::unordered_map<std::string, Name> names_;
};

}  // namespace gtl::decode
