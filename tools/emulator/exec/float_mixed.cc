// Pairs of single-precision numbers in one register, f32x2 (PTX ISA 9.7.3), and sums of half and
// single precision (9.7.5): exact, rounded once.
#include "exec/float_value.h"
#include "exec/handlers.h"
#include "exec/soft_float.h"

namespace gtl::exec::GTL_LANES {

namespace {

enum class Operation { Add, Sub, Mul, Fma };

/// a * b, a + c, a - c or a * b + c in single precision.
template <Operation kOperation>
float result_of(const Instruction& instruction, soft::Number a, soft::Number b, soft::Number c) {
  const decode::Rounding rounding = instruction.rounding;
  soft::Number exact;
  switch (kOperation) {
    case Operation::Add:
      exact = soft::add(a, c, rounding);
      break;
    case Operation::Sub:
      exact = soft::add(a, soft::negated(c), rounding);
      break;
    case Operation::Mul:
      exact = soft::multiply(a, b);
      break;
    case Operation::Fma:
      exact = soft::add(soft::multiply(a, b), c, rounding);
      break;
  }
  if (instruction.has(decode::kFlushToZero) && soft::is_tiny(soft::kF32, exact, rounding))
    exact = {soft::Kind::Zero, exact.negative, 0, 0};
  const float result = std::bit_cast<float>(uint32_t(soft::pack(soft::kF32, exact, rounding)));
  return instruction.has(decode::kSaturate) ? saturated(result) : result;
}

soft::Number single(const Instruction& instruction, float value) {
  if (instruction.has(decode::kFlushToZero)) value = flushed(value);
  return soft::unpack(soft::kF32, std::bit_cast<uint32_t>(value));
}

template <Operation kOperation>
Flow pairs(Context& context, const Instruction& instruction, uint32_t mask) {
  const float* a = operand<float>(context, instruction, 1);
  const float* b = operand<float>(context, instruction, 2);
  const float* c = kOperation == Operation::Fma ? operand<float>(context, instruction, 3) : b;
  float* d = operand<float>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    for (uint32_t i = 2 * lane; i < 2 * lane + 2; ++i) {
      d[i] = result_of<kOperation>(instruction, single(instruction, a[i]),
                                   single(instruction, b[i]), single(instruction, c[i]));
    }
  });
  return Flow::Next;
}

/// The factors, or the first addend, in a 16-bit format; the last operand and the result in f32.
template <Operation kOperation>
Flow mixed(Context& context, const Instruction& instruction, uint32_t mask) {
  constexpr bool kMultiplies = kOperation == Operation::Fma;
  const soft::Format& format = instruction.source_type == Type::F16 ? soft::kF16 : soft::kBF16;
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  const uint16_t* b = kMultiplies ? operand<uint16_t>(context, instruction, 2) : a;
  const float* c = operand<float>(context, instruction, kMultiplies ? 3 : 2);
  float* d = operand<float>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = result_of<kOperation>(instruction, soft::unpack(format, a[lane]),
                                    soft::unpack(format, b[lane]), single(instruction, c[lane]));
  });
  return Flow::Next;
}

}  // namespace

Handler bind_AddPair(const Instruction&) { return pairs<Operation::Add>; }
Handler bind_SubPair(const Instruction&) { return pairs<Operation::Sub>; }
Handler bind_MulPair(const Instruction&) { return pairs<Operation::Mul>; }
Handler bind_FmaPair(const Instruction&) { return pairs<Operation::Fma>; }
Handler bind_AddMixed(const Instruction&) { return mixed<Operation::Add>; }
Handler bind_SubMixed(const Instruction&) { return mixed<Operation::Sub>; }
Handler bind_FmaMixed(const Instruction&) { return mixed<Operation::Fma>; }

}  // namespace gtl::exec::GTL_LANES
