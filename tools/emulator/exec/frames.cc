// Calls: register frames, parameters, local memory.
#include <algorithm>
#include <cstring>

#include "decode/layout.h"
#include "exec/context.h"

namespace gtl::exec {

namespace {
/// A thread's local memory and calls are bounded, so that endless recursion ends in a report.
constexpr uint32_t kMaximalLocalBytes = 512 * 1024;  // CUDA C++ Programming Guide, table of limits
constexpr uint32_t kMaximalDepth = 8192;
}  // namespace

Frame* Context::new_frame(uint32_t function_index, Frame* caller) {
  if (free_frames_.empty()) {
    frame_storage_.emplace_back();
    free_frames_.push_back(&frame_storage_.back());
  }
  Frame* frame = free_frames_.back();
  free_frames_.pop_back();
  auto& spare = free_registers_[function_index];
  if (spare.empty()) {
    const size_t lines =
        launch.program->functions[function_index].frame_bytes / sizeof(decode::CacheLine);
    register_storage_.push_back(std::make_unique<decode::CacheLine[]>(lines + 1));
    spare.push_back(reinterpret_cast<std::byte*>(register_storage_.back().get()));
  }
  *frame = {function_index, spare.back(), caller, 0, 0, 0, 0};
  spare.pop_back();
  return frame;
}

void Context::free_frame(Frame* frame) {
  free_registers_[frame->function].push_back(frame->registers);
  free_frames_.push_back(frame);
}

/// Grows the warp's local memory to `bytes` a thread. False: a thread may not have so much.
bool Context::reserve_local(uint32_t bytes) {
  if (bytes <= warp->local_stride) return true;
  if (bytes > kMaximalLocalBytes) return false;
  uint32_t stride = std::max(warp->local_stride, 64u);
  while (stride < bytes) stride *= 2;
  std::vector<std::byte> grown(size_t{stride} * kWarpSize);
  for (uint32_t lane = 0; lane < kWarpSize && warp->local_stride != 0; ++lane) {
    std::memcpy(grown.data() + size_t{lane} * stride,
                warp->local.data() + size_t{lane} * warp->local_stride, warp->local_stride);
  }
  warp->local = std::move(grown);
  warp->local_stride = stride;
  return true;
}

/// Sets the stack pointers of a function with alloca: behind its variables.
void Context::start_stack(const Frame& frame) {
  const decode::Function& entered = launch.program->functions[frame.function];
  if (entered.stack_slot == 0) return;
  std::fill_n(reinterpret_cast<uint32_t*>(frame.registers + entered.stack_slot), kWarpSize,
              frame.local_base + entered.local_bytes);
}

/// Where the local memory of what `lanes` call in this frame starts.
uint32_t Context::stack_end(const Frame& frame, uint32_t lanes) const {
  const decode::Function& inside = launch.program->functions[frame.function];
  uint32_t end = frame.local_base + inside.local_bytes;
  if (inside.stack_slot == 0) return end;
  const auto* pointers = reinterpret_cast<const uint32_t*>(frame.registers + inside.stack_slot);
  for (; lanes != 0; lanes &= lanes - 1) end = std::max(end, pointers[__builtin_ctz(lanes)]);
  return uint32_t(decode::align_up(end, 64));
}

/// What the returning lanes leave in the callee's result slots goes to the caller's.
void Context::copy_results(const Frame& frame, uint32_t lanes) {
  const decode::Function& callee = launch.program->functions[frame.function];
  const decode::Function& caller = launch.program->functions[frame.caller->function];
  const decode::CallSite& site = caller.call_sites[caller.instructions[frame.call_pc].extra];
  const size_t count = std::min(site.results.size(), callee.result_slots.size());
  for (size_t i = 0; i < count; ++i) {
    const auto& from = callee.result_slots[i];
    const auto& to = site.results[i];
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
      const size_t lane = size_t(__builtin_ctz(left));
      std::memcpy(frame.caller->registers + to.frame_offset + lane * to.size,
                  frame.registers + from.frame_offset + lane * from.size,
                  std::min(from.size, to.size));
    }
  }
}

/// `lanes` of the current split enter a function; the others of the split (guarded off) wait behind
/// it.
Flow Context::call(const decode::CallSite& site, uint32_t function_index, uint32_t lanes) {
  Split& current = split();
  const decode::Function& callee = launch.program->functions[function_index];
  Frame* caller = current.frame;
  const uint32_t argument_bytes = callee.is_variadic && !site.arguments.empty()
                                      ? uint32_t(decode::align_up(site.arguments.back().size, 64))
                                      : 0;
  const uint32_t local_base = stack_end(*caller, lanes) + argument_bytes;
  if (caller->depth >= kMaximalDepth || !reserve_local(local_base + callee.local_bytes)) {
    return fail(FaultKind::StackOverflow, "the calls nest too deeply", lanes);
  }
  Frame* frame = new_frame(function_index, caller);
  frame->call_pc = pc;
  frame->local_base = local_base;
  frame->depth = caller->depth + 1;
  frame->argument_bytes = argument_bytes;
  start_stack(*frame);
  const size_t count = std::min(site.arguments.size(), callee.parameter_slots.size());
  for (size_t i = 0; i < count; ++i) {
    const auto& from = site.arguments[i];
    const auto& to = callee.parameter_slots[i];
    std::memcpy(frame->registers + to.frame_offset, caller->registers + from.frame_offset,
                size_t{std::min(from.size, to.size)} * kWarpSize);
  }
  if (argument_bytes != 0) {
    const decode::ParameterSlot& from = site.arguments.back();
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
      const size_t lane = size_t(__builtin_ctz(left));
      std::memcpy(warp->local.data() + lane * warp->local_stride + local_base - argument_bytes,
                  caller->registers + from.frame_offset + lane * from.size, from.size);
    }
  }
  Join* join = new_join();
  *join = {current.join, frame, decode::Instruction::kFunctionEnd, lanes, 0};
  Split inside = current;
  inside.mask = lanes;
  inside.frame = frame;
  inside.join = join;
  inside.pc = 0;
  if (lanes == current.mask) {
    current = inside;
  } else {
    current.mask &= ~lanes;
    current.pc = pc + 1;
    warp->splits.push_back(inside);
  }
  return Flow::Switch;
}

}  // namespace gtl::exec
