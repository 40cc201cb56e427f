// Matrix instructions: their modifiers, and registers by the list (PTX ISA 9.7.14.4–6, 9.7.15).
#include <cstdlib>
#include <string_view>

#include "decode/function_decoder.h"
#include "decode/matrix_shapes.h"
#include "decode/modifiers.h"

namespace gtl::decode {

namespace {

/// What the modifiers of one instruction say, in their order.
struct Words {
  uint32_t m = 0, n = 0, k = 0;
  std::vector<Type> types;
  std::vector<bool> columns;  ///< One for each .row or .col.
  std::string unknown;
};

/// "m16n8k16": three numbers. "m8n8": two.
bool read_shape(std::string_view word, Words& words) {
  const auto number = [&](char letter, uint32_t& value) {
    if (word.empty() || word.front() != letter) return false;
    word.remove_prefix(1);
    if (word.empty() || word.front() < '0' || word.front() > '9') return false;
    while (!word.empty() && word.front() >= '0' && word.front() <= '9') {
      value = value * 10 + uint32_t(word.front() - '0');
      word.remove_prefix(1);
    }
    return true;
  };
  uint32_t m = 0, n = 0, k = 0;
  if (!number('m', m) || !number('n', n)) return false;
  if (!word.empty() && !number('k', k)) return false;
  if (!word.empty()) return false;
  words.m = m;
  words.n = n;
  words.k = k;
  return true;
}

/// Modifiers that say nothing new: parts of the opcode, and what every such instruction is.
bool is_known(std::string_view word) {
  for (const std::string_view known :
       {"sync", "aligned", "load", "store", "mma", "a", "b", "c", "d", "popc", "mma_async", "sp",
        "sp::ordered_metadata", "rn", "fence", "commit_group", "wait_group"}) {
    if (word == known) return true;
  }
  return false;
}

Words read_words(const ptx::Instruction& source, MatrixForm& form) {
  Words words;
  for (const std::string& word : source.modifiers) {
    if (const auto type = type_named(word)) {
      words.types.push_back(*type);
    } else if (word == "row" || word == "col") {
      words.columns.push_back(word == "col");
    } else if (word == "satfinite") {
      form.saturates = true;
    } else if (word == "and" || word == "xor") {
      form.is_and = word == "and";
    } else if (word == "trans") {
      form.is_transposed = true;
    } else if (word == "x1" || word == "x2" || word == "x4") {
      form.matrices = uint32_t(word[1] - '0');
    } else if (word == "rz") {
      form.rounding = Rounding::Zero;
    } else if (word == "rm") {
      form.rounding = Rounding::Down;
    } else if (word == "rp") {
      form.rounding = Rounding::Up;
    } else if (word == "global" || word == "shared" || word == "shared::cta") {
      continue;  // bound as Instruction::space
    } else if (!read_shape(word, words) && !is_known(word) && words.unknown.empty()) {
      words.unknown = word;
    }
  }
  return words;
}

}  // namespace

bool is_matrix_opcode(Opcode opcode) {
  switch (opcode) {
    case Opcode::MatrixMultiply:
    case Opcode::SparseMultiply:
    case Opcode::OrderedSparseMultiply:
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
    case Opcode::WmmaMultiply:
    case Opcode::LoadMatrix:
    case Opcode::StoreMatrix:
    case Opcode::TransposeMatrix:
    case Opcode::WarpgroupMultiply:
    case Opcode::WarpgroupFence:
    case Opcode::WarpgroupCommit:
    case Opcode::WarpgroupWait:
      return true;
    default:
      return false;
  }
}

namespace {

bool is_quad(const Fragment& fragment) {
  return fragment.kind == Fragment::Kind::QuadA || fragment.kind == Fragment::Kind::QuadB ||
         fragment.kind == Fragment::Kind::QuadAccumulator;
}

std::vector<uint16_t> places_of(const Fragment& fragment, uint32_t registers) {
  const uint32_t parts = fragment.bits >= 32 ? 1 : 32 / fragment.bits;
  std::vector<uint16_t> places;
  places.reserve(size_t{registers} * 32 * parts);
  for (uint32_t index = 0; index < registers; ++index) {
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t quad = is_quad(fragment) ? lane % 16 / 4 : 0;
      for (uint32_t part = 0; part < parts; ++part) {
        const Element element = element_of(fragment, lane, index, part);
        places.push_back(
            uint16_t((quad * fragment.rows + element.row) * fragment.columns + element.column));
      }
    }
  }
  return places;
}

}  // namespace

/// `{%r1, %r2}` or one register.
bool FunctionDecoder::bind_registers(const ptx::Operand& operand, const Fragment& fragment,
                                     RegisterList& list) {
  if (!bind_registers(operand, fragment.bits, registers_of(fragment), list)) return false;
  list.places = places_of(fragment, list.count);
  return true;
}

bool FunctionDecoder::bind_registers(const ptx::Operand& operand, uint32_t bits, uint32_t count,
                                     RegisterList& list) {
  list.first = uint32_t(function_.vector_operands.size());
  list.count = count;
  const auto* vector = std::get_if<ptx::Vector>(&operand.value);
  const size_t given = vector ? vector->elements.size() : 1;
  if (given != count) {
    return fail("'" + spelling(*current_) + "' has " + std::to_string(given) +
                " registers where it needs " + std::to_string(count));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const ptx::Operand& element = vector ? vector->elements[i] : operand;
    Operand bound;
    if (!bind_value(element, bits == 64 ? 8 : 4, Type::None, false, bound)) return false;
    function_.vector_operands.push_back(bound);
  }
  return true;
}

bool FunctionDecoder::bind_matrix(const ptx::Instruction& source, Instruction& instruction) {
  MatrixForm form;
  const Words words = read_words(source, form);
  if (!words.unknown.empty()) {
    return fail("the emulator does not know the instruction '" + spelling(source) +
                "' (modifier ." + words.unknown + ")");
  }
  form.m = words.m;
  form.n = words.n;
  form.k = words.k;
  bool is_bound = false;
  switch (instruction.opcode) {
    case Opcode::MatrixMultiply:
    case Opcode::SparseMultiply:
    case Opcode::OrderedSparseMultiply:
    case Opcode::WmmaMultiply:
      is_bound = bind_multiply(source, words.types, words.columns, instruction, form);
      break;
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      is_bound = bind_wmma_access(source, words.types, words.columns, instruction, form);
      break;
    case Opcode::LoadMatrix:
    case Opcode::StoreMatrix:
    case Opcode::TransposeMatrix:
      is_bound = bind_matrix_move(source, words.types, instruction, form);
      break;
    default:
      is_bound = bind_warpgroup(source, words.types, instruction, form);
  }
  if (!is_bound) return false;
  instruction.extra = uint32_t(function_.matrix_forms.size());
  function_.matrix_forms.push_back(form);
  return true;
}

bool FunctionDecoder::refuse_matrix(const std::string& why) {
  return fail("the emulator does not know the instruction '" + spelling(*current_) + "': " + why);
}

/// mma and wmma.mma: d, a, b, c. The types come in this order; wmma names d and c alone when a and
/// b are f16.
bool FunctionDecoder::bind_multiply(const ptx::Instruction& source, const std::vector<Type>& types,
                                    const std::vector<bool>& columns, Instruction& instruction,
                                    MatrixForm& form) {
  const bool is_wmma = instruction.opcode == Opcode::WmmaMultiply;
  form.is_sparse = !is_wmma && instruction.opcode != Opcode::MatrixMultiply;
  if (types.size() == 2) {
    form.types = {types[0], Type::F16, Type::F16, types[1]};
  } else if (types.size() == 4) {
    form.types = {types[0], types[1], types[2], types[3]};
  } else {
    return refuse_matrix("it names " + std::to_string(types.size()) + " types");
  }
  if (columns.size() != 2 || form.m == 0 || form.k == 0)
    return refuse_matrix("it needs a shape and two layouts");
  if (source.operands.size() != (form.is_sparse ? 6u : 4u))
    return refuse_matrix("it has " + std::to_string(source.operands.size()) + " operands");
  const bool is_known = is_wmma ? is_wmma_shape(form) : is_mma_shape(form);
  if (!is_known) return refuse_matrix("no such shape for these types");
  constexpr MatrixRole kOrder[] = {MatrixRole::D, MatrixRole::A, MatrixRole::B, MatrixRole::C};
  for (uint32_t i = 0; i < 4; ++i) {
    const MatrixRole role = kOrder[i];
    const Type type = form.type(role);
    const bool is_column = i == 1 ? columns[0] : i == 2 ? columns[1] : false;
    // Half of a sparse A is stored.
    const uint32_t depth = form.is_sparse && role == MatrixRole::A ? form.k / 2 : form.k;
    Fragment& fragment = form.fragments[size_t(role)];
    fragment = is_wmma ? wmma_fragment(role, type, form.m, form.n, form.k)
                       : mma_fragment(role, type, form.m, form.n, depth, is_column);
    if (!bind_registers(source.operands[i], fragment, form.registers[size_t(role)])) return false;
  }
  if (!form.is_sparse) return true;
  const auto* selector = std::get_if<ptx::IntegerImmediate>(&source.operands[5].value);
  if (!selector) return refuse_matrix("its sparsity selector must be a constant");
  form.selector = uint32_t(selector->value);
  return bind_value(source.operands[4], 4, Type::B32, false, instruction.operands[0]);
}

/// `wmma.load.a… r, [p], stride;` and `wmma.store.d… [p], r, stride;` Operands: the address at 0,
/// the stride, which may be missing, at 1.
bool FunctionDecoder::bind_wmma_access(const ptx::Instruction& source,
                                       const std::vector<Type>& types,
                                       const std::vector<bool>& columns, Instruction& instruction,
                                       MatrixForm& form) {
  const bool is_load = instruction.opcode == Opcode::WmmaLoad;
  for (const std::string& word : source.modifiers) {
    if (word == "a") form.role = MatrixRole::A;
    if (word == "b") form.role = MatrixRole::B;
    if (word == "c") form.role = MatrixRole::C;
  }
  const auto& operands = source.operands;
  if (types.size() != 1 || columns.size() != 1 || operands.size() < 2 || operands.size() > 3)
    return refuse_matrix("it needs a type, a layout, registers and an address");
  form.types[size_t(form.role)] = types[0];
  form.is_column_major = columns[0];
  if (!is_wmma_fragment(form)) return refuse_matrix("no such shape for this type");
  Fragment& fragment = form.fragments[size_t(form.role)];
  fragment = wmma_fragment(form.role, types[0], form.m, form.n, form.k);
  return bind_registers(operands[is_load ? 0 : 1], fragment, form.registers[size_t(form.role)]) &&
         bind_address(operands[is_load ? 1 : 0], 0, instruction) &&
         (operands.size() == 2 ||
          bind_value(operands[2], 4, Type::U32, false, instruction.operands[1]));
}

/// ldmatrix, stmatrix: the address is operand 0. movmatrix: d, a.
bool FunctionDecoder::bind_matrix_move(const ptx::Instruction& source,
                                       const std::vector<Type>& types, Instruction& instruction,
                                       MatrixForm& form) {
  if (types.size() != 1 || types[0] != Type::B16 || form.m != 8 || form.n != 8)
    return refuse_matrix("matrices of 8 x 8 elements of 16 bits are all it knows here");
  if (source.operands.size() != 2) return refuse_matrix("it needs two operands");
  if (instruction.opcode == Opcode::TransposeMatrix) {
    return bind_value(source.operands[0], 4, Type::B32, false, instruction.operands[0]) &&
           bind_value(source.operands[1], 4, Type::B32, false, instruction.operands[1]);
  }
  const bool is_load = instruction.opcode == Opcode::LoadMatrix;
  return bind_registers(source.operands[is_load ? 0 : 1], 32, form.matrices,
                        form.registers[size_t(MatrixRole::D)]) &&
         bind_address(source.operands[is_load ? 1 : 0], 0, instruction);
}

/// wgmma.mma_async: the descriptor of A is operand 0, that of B operand 1, scale-d operand 2.
bool FunctionDecoder::bind_warpgroup(const ptx::Instruction& source, const std::vector<Type>& types,
                                     Instruction& instruction, MatrixForm& form) {
  const auto& operands = source.operands;
  const auto number = [&](size_t index, int64_t& value) {
    const auto* immediate = index < operands.size()
                                ? std::get_if<ptx::IntegerImmediate>(&operands[index].value)
                                : nullptr;
    if (immediate) value = immediate->value;
    return immediate != nullptr;
  };
  if (instruction.opcode == Opcode::WarpgroupWait) {
    return number(0, instruction.immediate) || refuse_matrix("it needs a number of groups");
  }
  if (instruction.opcode != Opcode::WarpgroupMultiply) return true;
  for (const std::string& word : source.modifiers) {
    if (word == "sp") return refuse_matrix("sparse matrices are not built yet");
  }
  if (types.size() != 3 || operands.size() < 4)
    return refuse_matrix("it needs three types and four operands or more");
  form.types = {types[0], types[1], types[2], types[0]};
  if (!is_warpgroup_shape(form)) return refuse_matrix("no such shape for these types");
  for (const MatrixRole role : {MatrixRole::D, MatrixRole::A, MatrixRole::B, MatrixRole::C}) {
    form.fragments[size_t(role)] =
        mma_fragment(role, form.type(role), form.m, form.n, form.k, role == MatrixRole::B);
  }
  if (!bind_registers(operands[0], form.fragment(MatrixRole::D),
                      form.registers[size_t(MatrixRole::D)])) {
    return false;
  }
  form.a_in_registers = std::holds_alternative<ptx::Vector>(operands[1].value);
  if (form.a_in_registers) {
    if (!bind_registers(operands[1], form.fragment(MatrixRole::A),
                        form.registers[size_t(MatrixRole::A)])) {
      return false;
    }
  } else if (!bind_value(operands[1], 8, Type::B64, false, instruction.operands[0])) {
    return false;
  }
  bool negated = false;
  if (!bind_value(operands[2], 8, Type::B64, false, instruction.operands[1]) ||
      !bind_predicate(operands[3], instruction.operands[2], negated)) {
    return false;
  }
  if (negated) instruction.negated |= 1u << 2;
  // What follows for floating point: 1 or -1 for A and B; then, in 16 bits, whether each is
  // transposed (A only when it lies in memory).
  int64_t value = 1;
  if (number(4, value)) form.negates_a = value == -1;
  if (number(5, value)) form.negates_b = value == -1;
  value = 0;
  if (form.a_in_registers) {
    if (number(6, value)) form.transposes_b = value != 0;
  } else {
    if (number(6, value)) form.transposes_a = value != 0;
    if (number(7, value)) form.transposes_b = value != 0;
  }
  return true;
}

}  // namespace gtl::decode
