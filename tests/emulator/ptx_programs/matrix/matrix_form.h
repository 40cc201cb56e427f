// A matrix form: one instruction that a warp (or, for wgmma, four warps) executes together, with
// its register operands and memory, as forms/*.forms describe it. README.md shows the notation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace matrix_programs {

/// `count` registers (of each thread) or words (of each case) that hold values of a class.
struct Values {
  std::string name;  ///< Of the registers: d, a, b, c; empty for memory.
  std::string kind;  ///< Class: "f16x2", "f32" …
  uint32_t count = 0;
};

/// A wgmma matrix descriptor, in bytes.
struct Descriptor {
  uint32_t offset = 0, leading = 0, stride = 0, swizzle = 0, base_offset = 0;
  bool present = false;
};

struct Form {
  std::string family, name, place;
  uint32_t cases = 64;    ///< Blocks that run it, each on values of its own.
  uint32_t threads = 32;  ///< A block.
  std::vector<Values> outputs, inputs;
  /// Words of the block's shared memory that are given at the end; comes after the registers.
  uint32_t shared_results = 0;
  std::vector<Values> memory, shared;  ///< One region after the other.
  Descriptor a, b;
  std::string tail;  ///< What follows the descriptors of a wgmma.
  std::vector<std::string> body;
};

std::vector<Form> read_forms(const std::string& path);

/// 8 for double precision, else 4.
uint32_t bytes_of(const std::string& kind);

uint32_t words_of(const std::vector<Values>& regions);

/// The value of word or register `index` of a class, in one case. `salt` tells operands apart.
uint64_t value_of(const std::string& kind, uint32_t case_index, uint32_t salt, uint32_t index);

/// Entry `form(inputs, outputs, memory, shared)`. Register r of input operands, counted through all
/// of them, of thread t in case c is the 8 bytes at ((r * cases + c) * threads + t) * 8; outputs
/// are alike; memory and shared hold words_of(…) words a case.
std::string module_text(const Form& form);

/// Registers of all operands, and of all outputs with those for shared_results.
uint32_t input_registers(const Form& form);
uint32_t output_registers(const Form& form);

}  // namespace matrix_programs
