// alloca and the stack pointer (PTX ISA 9.7.17). A function that allocates keeps one stack pointer
// a thread in its frame, at Function::stack_slot: an address in local memory, which grows upwards.
#include <algorithm>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kStackAlignment = 16;

uint32_t* stack_pointers(Context& context) {
  return reinterpret_cast<uint32_t*>(context.bases[decode::Operand::Frame] +
                                     context.function->stack_slot);
}

template <class T>
Flow save(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* pointers = stack_pointers(context);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return T(pointers[lane]); });
  return Flow::Next;
}

template <class T>
Flow restore(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* saved = operand<T>(context, instruction, 0);
  write_lanes(stack_pointers(context), mask, [=](uint32_t lane) { return uint32_t(saved[lane]); });
  return Flow::Next;
}

template <class T>
Flow allocate(Context& context, const Instruction& instruction, uint32_t mask) {
  mask &= context.alive;
  const uint64_t alignment = std::max<uint64_t>(uint64_t(instruction.immediate), kStackAlignment);
  const T* sizes = operand<T>(context, instruction, 1);
  uint32_t* pointers = stack_pointers(context);
  T* d = operand<T>(context, instruction, 0);
  uint64_t highest = 0;
  T sizes_copied[kWarpSize];
  std::copy_n(sizes, kWarpSize, sizes_copied);  // `d` may be the register of the sizes.
  for_each_lane(mask, [&](uint32_t lane) {
    const uint64_t start = (pointers[lane] + alignment - 1) / alignment * alignment;
    const uint64_t end = start + std::min<uint64_t>(sizes_copied[lane], uint64_t{1} << 40);
    highest = std::max(highest, end);
    d[lane] = T(start);
    pointers[lane] = uint32_t(end);
  });
  if (highest > ~uint32_t{0} || !context.reserve_local(uint32_t(highest))) {
    return context.fail(FaultKind::StackOverflow,
                        "alloca: a thread may have 512 KiB of local memory", mask);
  }
  return Flow::Next;
}

}  // namespace

Handler bind_StackSave(const Instruction& i) {
  return i.type == Type::U64 ? save<uint64_t> : save<uint32_t>;
}
Handler bind_StackRestore(const Instruction& i) {
  return i.type == Type::U64 ? restore<uint64_t> : restore<uint32_t>;
}
Handler bind_Alloca(const Instruction& i) {
  return i.type == Type::U64 ? allocate<uint64_t> : allocate<uint32_t>;
}

}  // namespace gtl::exec::GTL_LANES
