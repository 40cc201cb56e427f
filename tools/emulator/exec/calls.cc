// call: device functions, and the functions that the device's system provides (vprintf, malloc …).
#include <algorithm>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

using decode::CallSite;
using decode::SystemFunction;

/// The value of a call's argument in one lane.
template <class T>
T argument(Context& context, const CallSite& site, size_t index, uint32_t lane) {
  T value{};
  if (index >= site.arguments.size()) return value;
  const auto& slot = site.arguments[index];
  std::memcpy(&value,
              context.bases[decode::Operand::Frame] + slot.frame_offset + size_t{lane} * slot.size,
              std::min<size_t>(sizeof value, slot.size));
  return value;
}

template <class T>
void set_result(Context& context, const CallSite& site, uint32_t lane, T value) {
  if (site.results.empty()) return;
  const auto& slot = site.results[0];
  std::memcpy(context.bases[decode::Operand::Frame] + slot.frame_offset + size_t{lane} * slot.size,
              &value, std::min<size_t>(sizeof value, slot.size));
}

/// The host bytes behind a generic address of one lane, to the end of what can be read there.
std::span<const std::byte> readable_bytes(Context& context, uint64_t address, uint32_t lane) {
  const uint64_t local = address - memory::kLocalWindow;
  if (local < context.warp->local_stride) {
    const std::byte* area = context.warp->local.data() + size_t{lane} * context.warp->local_stride;
    return {area + local, context.warp->local_stride - size_t(local)};
  }
  const uint64_t shared = address - memory::kSharedWindow;
  if (shared < context.shared.size())
    return {context.shared.data() + shared, context.shared.size() - size_t(shared)};
  const memory::Allocation* found = context.launch.memory->find(address);
  if (!found) return {};
  const uint64_t offset = address - found->address;
  return {found->data + offset, size_t(found->size - offset)};
}

/// The string at a generic address, or an empty one when there is none.
std::string text_at(Context& context, uint64_t address, uint32_t lane) {
  const auto bytes = readable_bytes(context, address, lane);
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
  return {reinterpret_cast<const char*>(bytes.data()), size_t(end - bytes.begin())};
}

std::string thread_position(Context& context, uint32_t lane) {
  const auto* special = reinterpret_cast<const uint32_t*>(context.warp->specials);
  const auto* of_block =
      reinterpret_cast<const uint32_t*>(context.bases[decode::Operand::BlockSpecials]);
  auto triple = [](const uint32_t* first, uint32_t at) {
    return "[" + std::to_string(first[at]) + "," + std::to_string(first[at + 32]) + "," +
           std::to_string(first[at + 64]) + "]";
  };
  // The tables start with %tid, and %ctaid follows %ntid.
  return "block: " + triple(of_block + 3 * 32, lane) + ", thread: " + triple(special, lane);
}

Flow print(Context& context, const CallSite& site, uint32_t lanes) {
  uint32_t unreadable = 0;
  for_each_lane(lanes, [&](uint32_t lane) {
    const std::string format = text_at(context, argument<uint64_t>(context, site, 0, lane), lane);
    const auto arguments =
        readable_bytes(context, argument<uint64_t>(context, site, 1, lane), lane);
    const auto text = [&](uint64_t address) -> std::optional<std::string> {
      if (readable_bytes(context, address, lane).empty()) return std::nullopt;
      return text_at(context, address, lane);
    };
    const int32_t result = context.launch.host ? context.launch.host->print(
                                                     context.block, format.c_str(), arguments, text)
                                               : -1;
    if (result == HostServices::kUnreadableText) unreadable |= 1u << lane;
    set_result(context, site, lane, result);
  });
  if (unreadable == 0) return Flow::Next;
  return context.fail(FaultKind::InvalidText,
                      "a kernel's printf was given an address for %s that is not in device memory",
                      unreadable);
}

/// __assertfail(message, file, line, function, size of char): a line a thread, as a GPU prints it.
Flow assertion_fails(Context& context, const CallSite& site, uint32_t lanes) {
  std::string detail;
  for_each_lane(lanes, [&](uint32_t lane) {
    detail += text_at(context, argument<uint64_t>(context, site, 1, lane), lane) + ":" +
              std::to_string(argument<uint32_t>(context, site, 2, lane)) + ": " +
              text_at(context, argument<uint64_t>(context, site, 3, lane), lane) + ": " +
              thread_position(context, lane) + " Assertion `" +
              text_at(context, argument<uint64_t>(context, site, 0, lane), lane) + "` failed.\n";
  });
  return context.fail(FaultKind::Assert, std::move(detail), lanes);
}

Flow allocate(Context& context, const CallSite& site, uint32_t lanes) {
  for_each_lane(lanes, [&](uint32_t lane) {
    const uint64_t bytes = argument<uint64_t>(context, site, 0, lane);
    const HostServices::HeapCall call{context.block, context.warp->index * kWarpSize + lane,
                                      context.split().frame->function, context.pc};
    set_result(context, site, lane,
               context.launch.host ? context.launch.host->device_malloc(bytes, call) : uint64_t{0});
  });
  return Flow::Next;
}

Flow release(Context& context, const CallSite& site, uint32_t lanes) {
  uint32_t wrong = 0;
  for_each_lane(lanes, [&](uint32_t lane) {
    const uint64_t address = argument<uint64_t>(context, site, 0, lane);
    if (address == 0) return;  // free(nullptr) does nothing
    if (!context.launch.host || !context.launch.host->device_free(address)) wrong |= 1u << lane;
  });
  if (wrong != 0) {
    const uint64_t address = argument<uint64_t>(context, site, 0, uint32_t(__builtin_ctz(wrong)));
    return context.fail(FaultKind::InvalidFree,
                        context.launch.host ? context.launch.host->describe_heap(address)
                                            : "the device has no heap",
                        wrong);
  }
  return Flow::Next;
}

Flow enter(Context& context, const CallSite& site, uint32_t function_index, uint32_t lanes) {
  const decode::Function& callee = context.launch.program->functions[function_index];
  if (!callee.refusals.empty()) [[unlikely]] {
    const Error refusal = decode::refusal_of(callee);
    return context.fail(FaultKind::IllegalInstruction, refusal.what + " at " + refusal.where,
                        lanes);
  }
  if (callee.system != SystemFunction::None) ++context.effects;
  switch (callee.system) {
    case SystemFunction::Print:
      return print(context, site, lanes);
    case SystemFunction::AssertFail:
      return assertion_fails(context, site, lanes);
    case SystemFunction::Malloc:
      return allocate(context, site, lanes);
    case SystemFunction::Free:
      return release(context, site, lanes);
    case SystemFunction::None:
      break;
  }
  return context.call(site, function_index, lanes);
}

Flow call(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  const CallSite& site = context.function->call_sites[instruction.extra];
  if (site.function >= 0) return enter(context, site, uint32_t(site.function), lanes);

  const uint64_t* pointer = lanes_of<uint64_t>(context, site.pointer);
  const uint64_t target = pointer[__builtin_ctz(lanes)];
  uint32_t together = 0;
  for_each_lane(lanes,
                [&](uint32_t lane) { together |= uint32_t(pointer[lane] == target) << lane; });
  const uint64_t index = (target - decode::kFunctionBase) / 16;
  const auto& functions = context.launch.program->functions;
  const bool is_function =
      (target - decode::kFunctionBase) % 16 == 0 && index < functions.size() &&
      (functions[index].has_body || functions[index].system != SystemFunction::None);
  if (!is_function) {
    return context.fail(FaultKind::IllegalInstruction,
                        "a call through a pointer that holds no function's address", together);
  }
  if (together == context.split().mask) return enter(context, site, uint32_t(index), lanes);
  // Lanes that call the same function go together; the others run this instruction again.
  return context.diverge(together, context.pc, context.pc, context.pc + 1);
}

}  // namespace

Handler bind_Call(const Instruction&) { return call; }

}  // namespace gtl::exec::GTL_LANES
