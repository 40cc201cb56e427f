#include "decode/looked_at.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decode/opcodes.h"

namespace gtl::decode {
namespace {

/// Of `count` bytes, the lowest.
uint32_t low(uint32_t count) { return count >= 32 ? ~0u : (1u << count) - 1; }

/// Bytes that a shift by part of a byte spreads to.
uint32_t smeared(uint32_t bytes) { return bytes | bytes << 1 | bytes >> 1; }

class Follower {
 public:
  explicit Follower(const Function& function) : function_(function) {
    for (const Instruction& instruction : function.instructions) {
      if (!has_known_elements(instruction)) continue;
      for (uint32_t i = 0; i < instruction.vector; ++i)
        ++known_elements_[element(instruction, i).bits];
    }
    for (const Operand& operand : function.vector_operands) ++elements_[operand.bits];
  }

  /// Whether bytes of a register are looked at, wherever they go from there.
  bool run() {
    while (!pending_.empty()) {
      const Operand from{pending_.back()};
      pending_.pop_back();
      const uint32_t bytes = followed_[from.bits];
      // An element of something other than these: of a texture's coordinates, of a matrix.
      if (elements_[from.bits] != known_elements_[from.bits] || is_in_a_form(from)) return true;
      for (const Instruction& instruction : function_.instructions) {
        if (!hands_on(instruction, from, bytes)) return true;
      }
    }
    return false;
  }

  void follow(Operand to, uint32_t bytes) {
    if (!to.present() || bytes == 0) return;
    uint32_t& followed = followed_[to.bits];
    if ((followed | bytes) == followed) return;
    followed |= bytes;
    pending_.push_back(to.bits);
  }

  const Operand& element(const Instruction& instruction, uint32_t i) const {
    return function_.vector_operands[instruction.extra + i];
  }

  /// The register that element `i` of a load or store lies in.
  Operand data(const Instruction& access, uint32_t i) const {
    if (access.vector > 1) return element(access, i);
    return access.operands[access.opcode == Opcode::Store ? 1 : 0];
  }

  /// Whether one instruction alone writes the register, as far as can be told.
  bool is_set_once(Operand to) const {
    if (elements_of(elements_, to) != elements_of(known_elements_, to) || is_in_a_form(to))
      return false;
    uint32_t times = 0;
    for (const Instruction& instruction : function_.instructions) {
      const bool is_vector = instruction.vector > 1 && has_known_elements(instruction) &&
                             instruction.opcode != Opcode::Store &&
                             instruction.opcode != Opcode::Pack;
      for (uint32_t i = 0; is_vector && i < instruction.vector; ++i)
        times += element(instruction, i).bits == to.bits;
      if (is_vector) continue;
      const bool is_special = row_of(instruction.opcode).operands[0] == '*';
      for (size_t i = 0; i < (is_special ? instruction.operands.size() : first_source(instruction));
           ++i)
        times += instruction.operands[i].bits == to.bits;
    }
    return times == 1;
  }

 private:
  static bool has_known_elements(const Instruction& instruction) {
    switch (instruction.opcode) {
      case Opcode::Pack:
      case Opcode::Unpack:
      case Opcode::Load:
      case Opcode::LoadUniform:
      case Opcode::Store:
        return true;
      default:
        return false;
    }
  }

  using Counts = std::unordered_map<uint32_t, uint32_t>;
  static uint32_t elements_of(const Counts& counts, Operand operand) {
    const auto found = counts.find(operand.bits);
    return found == counts.end() ? 0 : found->second;
  }

  bool is_in_a_form(Operand from) const {
    bool found = false;
    for (const AsyncForm& form : function_.async_forms)
      form.for_each_operand([&](Operand operand) { found |= operand.bits == from.bits; });
    for (const CallSite& call : function_.call_sites) found |= call.pointer.bits == from.bits;
    return found;
  }

  /// The value of a constant operand.
  std::optional<uint64_t> constant(Operand operand, uint32_t bytes) const {
    if (!operand.present() || operand.base() != Operand::Constants) return std::nullopt;
    uint64_t value = 0;
    std::memcpy(&value,
                reinterpret_cast<const std::byte*>(function_.constants.data()) + operand.offset(),
                bytes);
    return value;
  }

  /// Follows the bytes to where the instruction puts them; false: it looks at them.
  bool hands_on(const Instruction& instruction, Operand from, uint32_t bytes) {
    const auto is = [&](size_t operand) { return instruction.operands[operand].bits == from.bits; };
    const auto takes = [&](size_t first) {
      return std::any_of(instruction.operands.begin() + std::ptrdiff_t(first),
                         instruction.operands.end(),
                         [&](const Operand& operand) { return operand.bits == from.bits; });
    };
    const Operand to = instruction.operands[0];
    const uint32_t size = bytes_of(instruction.type), all = low(size);
    switch (instruction.opcode) {
      case Opcode::Move:
      case Opcode::Not:
      case Opcode::Or:
      case Opcode::Xor:
        if (takes(1)) follow(to, bytes & all);
        return true;
      case Opcode::And: {
        if (!takes(1)) return true;
        const auto mask = constant(instruction.operands[is(1) ? 2 : 1], size);
        uint32_t kept = all;
        for (uint32_t i = 0; mask && i < size; ++i) {
          if ((*mask >> 8 * i & 0xFF) == 0) kept &= ~(1u << i);
        }
        follow(to, bytes & kept);
        return true;
      }
      case Opcode::Select:
        if (is(1) || is(2)) follow(to, bytes & all);
        return true;
      case Opcode::ShuffleSync:
        if (is(2)) follow(to, bytes & all);
        return !takes(3);
      case Opcode::ShiftLeft:
      case Opcode::ShiftRight:
        return shifts(instruction, from, bytes);
      case Opcode::Permute:
        return permutes(instruction, from, bytes);
      case Opcode::Convert:
        return converts(instruction, from, bytes);
      case Opcode::Pack:
      case Opcode::Unpack:
        packs(instruction, from, bytes);
        return true;
      case Opcode::Store:  // A copy; unless it is the address.
        return !is(0);
      default:
        return !takes(first_source(instruction));
    }
  }

  /// Where the sources of an instruction begin among its operands.
  static size_t first_source(const Instruction& instruction) {
    const std::string_view operands = row_of(instruction.opcode).operands;
    const bool has_result = !operands.empty() && operands.front() != 'A' && operands.front() != '*';
    return has_result ? 1 : 0;
  }

  bool shifts(const Instruction& instruction, Operand from, uint32_t bytes) {
    if (instruction.operands[2].bits == from.bits) return false;
    if (instruction.operands[1].bits != from.bits) return true;
    const auto distance = constant(instruction.operands[2], 4);
    if (!distance) return false;
    const uint32_t size = bytes_of(instruction.type);
    const auto whole = static_cast<uint32_t>(std::min<uint64_t>(*distance / 8, size));
    bytes &= low(size);
    // An arithmetic shift fills up with copies of the top bit.
    const bool spreads = is_signed(instruction.type) && (bytes >> (size - 1) & 1) != 0;
    uint32_t moved = instruction.opcode == Opcode::ShiftLeft ? bytes << whole : bytes >> whole;
    if (spreads && instruction.opcode == Opcode::ShiftRight) moved |= ~low(size - whole);
    if (*distance % 8 != 0) moved = smeared(moved);
    follow(instruction.operands[0], moved & low(size));
    return true;
  }

  bool permutes(const Instruction& instruction, Operand from, uint32_t bytes) {
    const auto is = [&](size_t operand) { return instruction.operands[operand].bits == from.bits; };
    if (is(3)) return false;
    const auto selector = constant(instruction.operands[3], 4);
    const uint32_t sources = (is(1) ? bytes & 0xF : 0) | (is(2) ? (bytes & 0xF) << 4 : 0);
    if (!selector || instruction.variant != Variant::None) {
      follow(instruction.operands[0], sources != 0 ? 0xF : 0);
      return true;
    }
    for (uint32_t i = 0; i < 4; ++i) {
      if ((sources >> (*selector >> 4 * i & 7) & 1) != 0) follow(instruction.operands[0], 1u << i);
    }
    return true;
  }

  bool converts(const Instruction& instruction, Operand from, uint32_t bytes) {
    if (instruction.operands[2].bits == from.bits) return false;
    if (instruction.operands[1].bits != from.bits) return true;
    const uint32_t size = bytes_of(instruction.source_type);
    bytes &= low(size);
    if (bytes == 0) return true;
    if (is_float(instruction.type) || is_float(instruction.source_type) ||
        instruction.has(kSaturate)) {
      return false;
    }
    if (is_signed(instruction.source_type) && (bytes >> (size - 1) & 1) != 0) bytes |= ~low(size);
    follow(instruction.operands[0], bytes & low(bytes_of(instruction.type)));
    return true;
  }

  void packs(const Instruction& instruction, Operand from, uint32_t bytes) {
    const uint32_t part = bytes_of(instruction.type) / instruction.vector;
    for (uint32_t i = 0; i < instruction.vector; ++i) {
      const Operand& element = this->element(instruction, i);
      if (instruction.opcode == Opcode::Pack && element.bits == from.bits)
        follow(instruction.operands[0], (bytes & low(part)) << i * part);
      if (instruction.opcode == Opcode::Unpack && instruction.operands[0].bits == from.bits)
        follow(element, bytes >> i * part & low(part));
    }
  }

  const Function& function_;
  Counts followed_;                   ///< By register: the bytes that went there.
  Counts elements_, known_elements_;  ///< How often, by register.
  std::vector<uint32_t> pending_;
};

}  // namespace

bool looks_at(const Function& function, uint32_t instruction, uint32_t bytes) {
  const Instruction& load = function.instructions[instruction];
  if (load.opcode != Opcode::Load && load.opcode != Opcode::LoadUniform) return true;
  Follower follower(function);
  const uint32_t size = bytes_of(load.type);
  for (uint32_t i = 0; i < load.vector; ++i) {
    uint32_t part = bytes >> i * size & low(size);
    if (is_signed(load.type) && (part >> (size - 1) & 1) != 0) part |= ~low(size);
    follower.follow(follower.data(load, i), part);
  }
  return follower.run();
}

std::vector<StoredBytes> stored_as_loaded(const Function& function, uint32_t instruction) {
  std::vector<StoredBytes> result;
  const Instruction& load = function.instructions[instruction];
  if (load.opcode != Opcode::Load && load.opcode != Opcode::LoadUniform) return result;
  const Follower follower(function);
  const uint32_t size = bytes_of(load.type);
  for (uint32_t i = 0; i < load.vector; ++i) {
    const Operand data = follower.data(load, i);
    if (!data.present() || !follower.is_set_once(data)) continue;
    for (uint32_t at = 0; at < function.instructions.size(); ++at) {
      const Instruction& store = function.instructions[at];
      if (store.opcode != Opcode::Store) continue;
      const uint32_t stored = bytes_of(store.type);
      for (uint32_t k = 0; k < store.vector; ++k) {
        if (follower.data(store, k).bits == data.bits)
          result.push_back({at, i * size, k * stored, std::min(size, stored)});
      }
    }
  }
  return result;
}

}  // namespace gtl::decode
