#include "runtime/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/demangle.h"
#include "checks/fault_report.h"
#include "exec/bind.h"
#include "runtime/api_call.h"
#include "runtime/block_scheduler.h"
#include "runtime/cluster_occupancy.h"
#include "runtime/cluster_shape.h"
#include "runtime/counters_file.h"
#include "runtime/device_properties.h"
#include "runtime/device_view.h"
#include "runtime/explain.h"
#include "runtime/host_memory.h"
#include "runtime/interrupt.h"
#include "runtime/kernel_resources.h"
#include "runtime/observers.h"

namespace gtl::runtime {
namespace {

std::string text(const AbiDim3& d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

/// What is wrong with the shape of the launch, or empty. An H200 answers each with
/// cudaErrorInvalidValue.
std::string shape_problem(const AbiDim3& grid, const AbiDim3& block) {
  // Their number may be larger than 64 bits hold.
  constexpr uint64_t kMany = 1 << 20;
  const uint64_t threads = std::min<uint64_t>(block.x, kMany) * std::min<uint64_t>(block.y, kMany) *
                           std::min<uint64_t>(block.z, kMany);
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
    return "the grid " + text(grid) +
           " is empty; every dimension must be at least 1 (is the size rounded up, "
           "as in (n + block - 1) / block?)";
  }
  if (threads == 0)
    return "the block " + text(block) + " is empty; every dimension must be at least 1";
  if (threads > kMaxThreadsPerBlock) {
    return "the block " + text(block) + " has " +
           (threads < kMany ? std::to_string(threads) : "over a million") +
           " threads, and a block has at most " + std::to_string(kMaxThreadsPerBlock) +
           "; use smaller blocks and more of them";
  }
  if (block.z > kMaxBlockZ) {
    return "the block " + text(block) + " is too deep: z is at most " + std::to_string(kMaxBlockZ);
  }
  if (grid.x > kMaxGridX || grid.y > kMaxGridY || grid.z > kMaxGridZ) {
    return "the grid " + text(grid) +
           " is too large: x is at most 2147483647, y and z at most 65535";
  }
  return "";
}

std::vector<std::byte> pack_arguments(const decode::Function& function, void** arguments) {
  std::vector<std::byte> packed(function.parameter_bytes);
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const decode::Parameter& parameter = function.parameters[i];
    std::memcpy(packed.data() + parameter.offset, arguments[i], parameter.size);
  }
  return packed;
}

CudaError error_of(exec::FaultKind kind) {
  switch (kind) {
    case exec::FaultKind::OutOfBounds:
    case exec::FaultKind::InvalidText:
    case exec::FaultKind::MissingParameters:
    case exec::FaultKind::StackOverflow:  // As on an H200, where the stack's end is an address,
                                          // too.
    case exec::FaultKind::InvalidImage:
    case exec::FaultKind::SurfaceOutOfBounds:
      return CudaError::IllegalAddress;
    case exec::FaultKind::Misaligned:
    case exec::FaultKind::MisalignedSurface:
      return CudaError::MisalignedAddress;
    case exec::FaultKind::WrongSpace:
      return CudaError::InvalidAddressSpace;
    case exec::FaultKind::BarrierMisuse:  // As on an H200.
    case exec::FaultKind::IllegalInstruction:
      return CudaError::IllegalInstruction;
    case exec::FaultKind::Assert:
      return CudaError::Assert;
    case exec::FaultKind::Deadlock:
    case exec::FaultKind::NoProgress:
    case exec::FaultKind::InstructionLimit:
    case exec::FaultKind::Interrupted:
      return CudaError::LaunchTimeout;
    case exec::FaultKind::Trap:
    case exec::FaultKind::InvalidFree:
    case exec::FaultKind::NotInCluster:
      break;
  }
  return CudaError::LaunchFailure;
}

/// Device code that calls malloc needs a heap before it runs: while it runs, the table of
/// allocations stands still.
CudaError prepare_heap(Context& context, const std::string& call, const decode::Program& program) {
  const bool allocates = std::any_of(
      program.functions.begin(), program.functions.end(),
      [](const auto& function) { return function.system == decode::SystemFunction::Malloc; });
  if (!allocates || context.services.has_heap()) return CudaError::Success;
  auto heap =
      context.memory.allocate(context.device().malloc_heap_bytes, memory::kAllocationAlignment,
                              memory::Kind::DeviceHeap, "the heap of malloc in device code");
  if (!heap.ok()) {
    return refuse(call.c_str(), CudaError::MemoryAllocation,
                  "the heap of malloc in device code, of " +
                      std::to_string(context.device().malloc_heap_bytes) +
                      " bytes (cudaLimitMallocHeapSize), finds no room: " + heap.error().what);
  }
  context.services.attach_heap(heap.value(), context.device().malloc_heap_bytes);
  return CudaError::Success;
}

/// Where grid.sync() counts arrivals: the words {size of this, barrier}, cleared for each launch.
CudaError prepare_grid_workspace(Context& context, uint64_t& address) {
  constexpr uint32_t kWords[2] = {sizeof kWords, 0};
  if (context.grid_workspace == 0) {
    auto allocated =
        context.memory.allocate(sizeof kWords, memory::kAllocationAlignment,
                                memory::Kind::ModuleVariable, "the workspace of grid.sync()");
    if (!allocated.ok()) return CudaError::MemoryAllocation;
    context.grid_workspace = allocated.value();
  }
  address = context.grid_workspace;
  std::memcpy(context.memory.host_bytes(address, sizeof kWords), kWords, sizeof kWords);
  return CudaError::Success;
}

/// Whether threads of the host can write what a kernel reads while it runs.
bool host_may_write(const memory::Memory& memory) {
  const auto allocations = memory.live();
  return std::any_of(allocations.begin(), allocations.end(), [](const auto* allocation) {
    return allocation->kind == memory::Kind::Managed ||
           allocation->kind == memory::Kind::PinnedHost;
  });
}

/// After Ctrl-C: what the kernel printed is shown, and the program ends as one that a signal ended.
[[noreturn]] void end_program(Context& context) {
  context.services.flush();
  std::exit(128 + 2);  // SIGINT
}

void report_fault(Context& context, const exec::Launch& launch, const exec::Fault& fault) {
  const checks::CheckSet& wanted = context.settings.checks;
  // A failed assert speaks for itself, in CUDA's words. Where a kernel was stopped from outside is
  // no check's finding. Everything else is memcheck's.
  const bool always =
      fault.kind == exec::FaultKind::Assert || fault.kind == exec::FaultKind::NoProgress ||
      fault.kind == exec::FaultKind::InstructionLimit || fault.kind == exec::FaultKind::Interrupted;
  const bool is_of_barrier =
      fault.kind == exec::FaultKind::BarrierMisuse || fault.kind == exec::FaultKind::Deadlock;
  if (always || wanted.has(checks::Check::Memcheck) ||
      (is_of_barrier && wanted.has(checks::Check::Synccheck))) {
    context.findings.show({checks::fault_finding({launch, fault, is_host_memory})});
  }
}

/// How many blocks of the launch the device holds at once.
uint64_t resident_on_device(const LaunchRequest& request, const decode::Function& function,
                            const ClusterShape& cluster) {
  const auto threads =
      static_cast<uint32_t>(uint64_t{request.block.x} * request.block.y * request.block.z);
  const uint32_t blocks =
      resident_blocks(*request.kernel, function, threads, request.dynamic_shared_bytes);
  if (cluster.size == 1) return uint64_t{kMultiprocessors} * blocks;
  return cluster.size * max_active_clusters(static_cast<uint32_t>(cluster.size), blocks);
}

/// The kernel's function, after checking that the launch is possible; null with `error` set
/// otherwise.
const decode::Function* find_function(Context& context, const LaunchRequest& request,
                                      CudaError& error, uint32_t& index, ClusterShape& cluster) {
  const std::string call = "launch of " + demangle(request.kernel->name);
  decode::Program* program = context.load(*request.kernel->module);
  if (program == nullptr) {
    error = request.kernel->module->failure()->code;
    return nullptr;
  }
  const int found = program->find_kernel(request.kernel->name);
  if (found < 0) {
    error = refuse(call.c_str(), CudaError::InvalidDeviceFunction,
                   "the program's PTX has no such kernel");
    return nullptr;
  }
  index = static_cast<uint32_t>(found);
  if (!program->functions[index].is_accepted) {
    auto refusal = decode::decode_reachable(*program, index);
    if (!refusal.has_value()) refusal = exec::unsupported_form(*program, index);
    if (refusal.has_value()) {
      std::string why =
          refusal->where + ": " + refusal->what + "; other kernels of the program run";
      if (refusal->what.starts_with("the emulator does not know")) {
        why +=
            ". If the instruction comes from inline assembly or an intrinsic, this kernel needs "
            "another way to do it; if the compiler chose it, compile for an earlier architecture, "
            "such as -arch=sm_80";
      }
      error = refuse(call.c_str(), CudaError::NotSupported, why);
      return nullptr;
    }
    program->functions[index].is_accepted = true;
  }
  const decode::Function& function = program->functions[index];
  if (const std::string problem = shape_problem(request.grid, request.block); !problem.empty()) {
    error = refuse(call.c_str(), CudaError::InvalidValue, problem);
    return nullptr;
  }
  const uint64_t threads = uint64_t{request.block.x} * request.block.y * request.block.z;
  const uint32_t most = max_threads_per_block(*request.kernel, function);
  if (threads > most) {
    error = refuse(call.c_str(), CudaError::InvalidValue,
                   "the block has " + std::to_string(threads) +
                       " threads, and the kernel can have " + std::to_string(most) +
                       (most == max_threads_per_block(function)
                            ? ": it was compiled for at most so many (__launch_bounds__)"
                            : ": there are no registers for more (say __launch_bounds__(" +
                                  std::to_string(threads) + "))"));
    return nullptr;
  }
  const uint64_t limit = dynamic_shared_limit(*request.kernel, function);
  if (request.dynamic_shared_bytes > limit) {
    error = refuse(
        call.c_str(), CudaError::InvalidValue,
        std::to_string(request.dynamic_shared_bytes) +
            " bytes of dynamic shared memory were asked for, and " + std::to_string(limit) +
            " are allowed; for more than 48 KiB in all, call cudaFuncSetAttribute with "
            "cudaFuncAttributeMaxDynamicSharedMemorySize before the launch (the device has up to " +
            std::to_string(kSharedPerBlockOptin) + ")");
    return nullptr;
  }
  cluster = cluster_shape(*request.kernel, function, request.grid, request.cluster,
                          request.preferred_cluster);
  if (cluster.error != CudaError::Success) {
    error = refuse(call.c_str(), cluster.error, cluster.problem);
    return nullptr;
  }
  const uint64_t blocks = uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  const uint64_t resident = resident_on_device(request, function, cluster);
  if (request.is_cooperative && blocks > resident) {
    error =
        refuse(call.c_str(), CudaError::CooperativeLaunchTooLarge,
               "the blocks of a cooperative launch run all at once, and of the " +
                   std::to_string(blocks) + " blocks the device holds " + std::to_string(resident) +
                   "; ask cudaOccupancyMaxActiveBlocksPerMultiprocessor, and let each thread do "
                   "more");
    return nullptr;
  }
  return &function;
}

}  // namespace

uint64_t dynamic_shared_limit(const Kernel& kernel, const decode::Function& function) {
  const auto& chosen = kernel.settings(current_device()).max_dynamic_shared_bytes;
  if (chosen.has_value()) return *chosen;
  return function.static_shared_bytes >= kSharedPerBlock
             ? 0
             : kSharedPerBlock - function.static_shared_bytes;
}

uint32_t max_threads_per_block(const decode::Function& function) {
  const uint32_t* bounds =
      function.required_threads[0] != 0 ? function.required_threads : function.max_threads;
  if (bounds[0] == 0) return kMaxThreadsPerBlock;
  const uint64_t threads = uint64_t{bounds[0]} * std::max(bounds[1], 1u) * std::max(bounds[2], 1u);
  return static_cast<uint32_t>(std::min<uint64_t>(threads, kMaxThreadsPerBlock));
}

CudaError check_launch(Context& context, const LaunchRequest& request) {
  CudaError error = CudaError::Success;
  uint32_t index = 0;
  ClusterShape cluster;
  find_function(context, request, error, index, cluster);
  return error;
}

CudaError launch_kernel(Context& context, const LaunchRequest& request) {
  CudaError error = CudaError::Success;
  uint32_t index = 0;
  ClusterShape cluster;
  const decode::Function* function = find_function(context, request, error, index, cluster);
  if (function == nullptr) return error;
  const std::string call = "launch of " + demangle(request.kernel->name);
  if (request.arguments == nullptr && !function->parameters.empty()) {
    return refuse(call.c_str(), CudaError::InvalidValue,
                  "the kernel has parameters, and no arguments were given");
  }
  const decode::Program* program = context.load(*request.kernel->module);
  error = prepare_heap(context, call, *program);
  if (error != CudaError::Success) return error;

  exec::Launch launch;
  launch.program = program;
  launch.kernel = index;
  if (function->needs_grid_workspace)
    error = prepare_grid_workspace(context, launch.grid_workspace);
  if (error != CudaError::Success) return error;
  launch.grid = {request.grid.x, request.grid.y, request.grid.z};
  launch.block = {request.block.x, request.block.y, request.block.z};
  launch.cluster = cluster.blocks;
  launch.has_explicit_cluster = cluster.is_explicit;
  launch.dynamic_shared_bytes = static_cast<uint32_t>(request.dynamic_shared_bytes);
  launch.parameters = pack_arguments(*function, request.arguments);
  const std::unique_ptr<memory::Memory> view = make_device_view(context);
  launch.memory = view != nullptr ? view.get() : &context.memory;
  launch.images = &context.images;
  launch.host = &context.services;
  launch.id = context.next_launch++;
  launch.seed = context.settings.seed;

  SchedulerOptions options;
  options.threads = context.settings.threads;
  options.resident_blocks = resident_on_device(request, *function, cluster);
  options.instruction_limit = context.settings.instruction_limit;
  options.is_interrupted = &InterruptWatch::is_interrupted();
  options.host_may_write = [&] { return host_may_write(context.memory); };
  SharedNotes notes(context.shadow);
  if (Observers::are_wanted(context.settings)) {
    options.make_observer = [&] {
      return std::make_unique<Observers>(context.settings, launch, notes);
    };
  }
  const checks::CheckSet& wanted = context.settings.checks;
  context.services.begin_launch(wanted.has(checks::Check::Leakcheck) ? &launch : nullptr,
                                wanted.has(checks::Check::Racecheck) ? &notes.accesses : nullptr);
  const LaunchResult result = [&] {
    const InterruptWatch watch;
    return run_blocks(launch, options);
  }();
  context.services.end_launch();
  if (!result.fault.has_value()) {
    if (!context.settings.counters_file.empty() &&
        !append_counters(context.settings.counters_file, launch,
                         request.kernel->module->resources(request.kernel->name),
                         sum_counters(launch, result.workers))) {
      context.has_lost_counters = true;
    }
    context.findings.show(findings_of_checks(launch, result.workers, notes));
    return CudaError::Success;
  }
  // Which other blocks ran before the fault depends on the workers, so nothing else is told of this
  // launch.
  report_fault(context, launch, *result.fault);
  context.break_device(error_of(result.fault->kind));
  if (result.fault->kind == exec::FaultKind::Interrupted) end_program(context);
  return context.settings.launches_block ? context.fault() : CudaError::Success;
}

}  // namespace gtl::runtime
