#include "runtime/node_parameters.h"

#include <algorithm>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_call.h"
#include "runtime/copy.h"

namespace gtl::runtime {
namespace {

/// The arguments of `extra`: pairs of a name and a pointer, as cuLaunchKernel takes them.
bool packed_arguments(void** extra, const std::byte*& bytes, size_t& size) {
  constexpr uintptr_t kEnd = 0, kBuffer = 1, kSize = 2;
  if (extra == nullptr) return false;
  for (; reinterpret_cast<uintptr_t>(extra[0]) != kEnd; extra += 2) {
    const auto name = reinterpret_cast<uintptr_t>(extra[0]);
    if (name == kBuffer) bytes = static_cast<const std::byte*>(extra[1]);
    if (name == kSize) size = *static_cast<const size_t*>(extra[1]);
  }
  return bytes != nullptr;
}

CudaError make_checked(Context& context, const char* call, Work made, Work& work) {
  const CudaError error = check_work(context, call, made);
  if (error == CudaError::Success) work = std::move(made);
  return error;
}

}  // namespace

CudaError make_work(Context& context, const char* call, const KernelNodeParams* parameters,
                    Work& work) {
  if (parameters == nullptr) return CudaError::InvalidValue;
  Kernel* kernel = context.registry.find_kernel(parameters->func);
  if (kernel == nullptr) {
    return refuse(call,
                  parameters->func == nullptr ? CudaError::InvalidDeviceFunction
                                              : CudaError::InvalidResourceHandle,
                  "this is no kernel of the program");
  }
  LaunchRequest request;
  request.kernel = kernel;
  request.grid = parameters->gridDim;
  request.block = parameters->blockDim;
  request.arguments = parameters->kernelParams;
  request.dynamic_shared_bytes = parameters->sharedMemBytes;
  const std::byte* bytes = nullptr;
  size_t size = 0;
  KernelWork made;
  if (request.arguments == nullptr && packed_arguments(parameters->extra, bytes, size)) {
    const decode::Program* program = context.load(*kernel->module);
    if (program == nullptr) return kernel->module->failure()->code;
    const int index = program->find_kernel(kernel->name);
    if (index < 0) return CudaError::InvalidDeviceFunction;
    made.arguments = KernelArguments(program->functions[static_cast<size_t>(index)], bytes, size);
    made.request = request;
    made.function = parameters->func;
  } else {
    const CudaError error = make_kernel_work(context, parameters->func, request, made);
    if (error != CudaError::Success) return error;
  }
  return make_checked(context, call, std::move(made), work);
}

CudaError make_work(Context& context, const char* call, const Copy3D* parameters, Work& work) {
  if (parameters == nullptr) return CudaError::InvalidValue;
  const bool has_source = parameters->srcPtr.ptr != nullptr || parameters->srcArray != nullptr;
  const bool has_destination = parameters->dstPtr.ptr != nullptr || parameters->dstArray != nullptr;
  if (!has_source || !has_destination) return CudaError::InvalidValue;
  return make_checked(context, call, CopyWork{*parameters}, work);
}

CudaError make_copy_work(Context& context, const char* call, void* destination, const void* source,
                         size_t size, CopyKind kind, Work& work) {
  if (destination == nullptr || source == nullptr || size == 0) return CudaError::InvalidValue;
  return make_checked(context, call, CopyWork{linear_copy(destination, source, size, kind), true},
                      work);
}

CudaError make_work(Context& context, const char* call, const MemsetParams* parameters,
                    Work& work) {
  if (parameters == nullptr || parameters->width == 0 || parameters->height == 0) {
    return CudaError::InvalidValue;
  }
  FillWork made;
  made.fill = *parameters;
  const bool is_aligned =
      parameters->elementSize != 0 && address_of(parameters->dst) % parameters->elementSize == 0;
  if (!is_aligned) return CudaError::InvalidValue;
  return make_checked(context, call, made, work);
}

CudaError make_work(Context& context, const char* call, const HostNodeParams* parameters,
                    Work& work) {
  if (parameters == nullptr) return CudaError::InvalidValue;
  return make_checked(context, call, HostWork{*parameters}, work);
}

CudaError make_child_work(const char* call, void* graph, Work& work) {
  const Graph* child = Graphs::find(graph);
  if (child == nullptr) return CudaError::InvalidValue;
  if (child->contains(NodeType::MemAlloc) || child->contains(NodeType::MemFree)) {
    return refuse(call, CudaError::NotSupported,
                  "a graph that allocates memory cannot become a child graph");
  }
  work = ChildWork{child->clone()};
  return CudaError::Success;
}

template <class Kind>
CudaError make_event_work(Context& context, void* event, Work& work) {
  auto* known = static_cast<Event*>(event);
  if (!context.events.contains(known)) return CudaError::InvalidValue;
  work = Kind{known};
  return CudaError::Success;
}
template CudaError make_event_work<EventRecordWork>(Context&, void*, Work&);
template CudaError make_event_work<EventWaitWork>(Context&, void*, Work&);

CudaError make_alloc_work(Context& context, const char* call, MemAllocNodeParams* parameters,
                          Work& work) {
  if (parameters == nullptr || parameters->bytesize == 0) return CudaError::InvalidValue;
  const MemPoolProperties& pool = parameters->poolProps;
  const bool is_device = pool.location.type == kLocationDevice && pool.location.id >= 0 &&
                         static_cast<size_t>(pool.location.id) < context.devices.size();
  if (pool.allocType != kAllocationPinned || !is_device || pool.handleTypes != 0) {
    return refuse(call, CudaError::InvalidValue,
                  "a graph allocates pinned memory of a device, without handles");
  }
  parameters->dptr = reserve_graph_memory(context, parameters->bytesize);
  AllocWork made{*parameters};
  made.parameters.accessDescs = nullptr;  // The array is the caller's.
  made.parameters.accessDescCount = 0;
  work = made;
  return CudaError::Success;
}

CudaError make_free_work(const Graph& graph, void* pointer, Work& work) {
  const bool is_freed = std::any_of(graph.nodes().begin(), graph.nodes().end(),
                                    [&](const std::unique_ptr<GraphNode>& node) {
                                      const auto* other = std::get_if<FreeWork>(&node->work);
                                      return other != nullptr && other->pointer == pointer;
                                    });
  if (pointer == nullptr || is_freed) return CudaError::InvalidValue;
  work = FreeWork{pointer};
  return CudaError::Success;
}

CudaError make_any_work(Context& context, const char* call, const Graph& graph,
                        GraphNodeParams* parameters, Work& work) {
  if (parameters == nullptr) return CudaError::InvalidValue;
  switch (parameters->type) {
    case NodeType::Kernel:
      return make_work(context, call, &parameters->kernel, work);
    case NodeType::Memcpy:
      return make_work(context, call, &parameters->memcpy.copyParams, work);
    case NodeType::Memset:
      return make_work(context, call, &parameters->memset, work);
    case NodeType::Host:
      return make_work(context, call, &parameters->host, work);
    case NodeType::Graph:
      return make_child_work(call, parameters->graph.graph, work);
    case NodeType::Empty:
      work = EmptyWork{};
      return CudaError::Success;
    case NodeType::WaitEvent:
      return make_event_work<EventWaitWork>(context, parameters->event, work);
    case NodeType::EventRecord:
      return make_event_work<EventRecordWork>(context, parameters->event, work);
    case NodeType::MemAlloc:
      return make_alloc_work(context, call, &parameters->alloc, work);
    case NodeType::MemFree:
      return make_free_work(graph, parameters->free, work);
    case NodeType::ExternalSignal:
    case NodeType::ExternalWait:
    case NodeType::Conditional:
      return refuse(call, CudaError::NotSupported,
                    parameters->type == NodeType::Conditional
                        ? "the emulator has no conditional nodes"
                        : "the emulator has no external semaphores");
  }
  return CudaError::InvalidValue;
}

KernelNodeParams parameters_of(const KernelWork& work) {
  return {work.function,
          work.request.grid,
          work.request.block,
          static_cast<unsigned int>(work.request.dynamic_shared_bytes),
          work.arguments.pointers(),
          nullptr};
}

ExecUpdateResult compare(const Work& now, const Work& next) {
  if (now.index() != next.index()) return ExecUpdateResult::NodeTypeChanged;
  if (const auto* copy = std::get_if<CopyWork>(&now)) {
    const auto& other = std::get<CopyWork>(next);
    const bool same = copy->copy.kind == other.copy.kind;
    return same ? ExecUpdateResult::Success : ExecUpdateResult::ParametersChanged;
  }
  if (const auto* fill = std::get_if<FillWork>(&now)) {
    const auto& other = std::get<FillWork>(next);
    const bool same = (fill->fill.height == 1) == (other.fill.height == 1);
    return same ? ExecUpdateResult::Success : ExecUpdateResult::ParametersChanged;
  }
  return ExecUpdateResult::Success;
}

}  // namespace gtl::runtime
