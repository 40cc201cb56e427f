// Instantiating, updating and launching graphs.
#include "runtime/api_graph_call.h"
#include "runtime/api_stream_call.h"
#include "runtime/copy.h"
#include "runtime/graph_exec.h"
#include "runtime/node_parameters.h"

namespace gtl::runtime {
namespace {

CudaError make_exec(Context& context, void** exec, void* handle, unsigned long long flags) {
  constexpr unsigned long long kKnown =
      kAutoFreeOnLaunch | kUploadOnInstantiate | kDeviceLaunch | kUseNodePriority;
  const Graph* graph = Graphs::find(handle);
  if (exec == nullptr || graph == nullptr || (flags & ~kKnown) != 0) return CudaError::InvalidValue;
  if ((flags & kDeviceLaunch) != 0) {
    return refuse("cudaGraphInstantiate", CudaError::NotSupported,
                  "the emulator does not launch graphs from device code");
  }
  for (const auto& [handle, other] : context.graphs.execs) {
    if (other->source_id == graph->id && !other->addresses.empty()) {
      return refuse("cudaGraphInstantiate", CudaError::NotSupported,
                    "a graph that allocates memory can be instantiated once at a time");
    }
  }
  auto made = instantiate(*graph, flags);
  if (made == nullptr) {
    return refuse("cudaGraphInstantiate", CudaError::InvalidValue,
                  "the dependencies go in a circle");
  }
  *exec = context.graphs.add(std::move(made));
  return CudaError::Success;
}

/// Gives a node of an instantiated graph other work of the same kind.
template <class Make>
CudaError change(void* exec, void* node, NodeType type, Make make) {
  return exec_node_call(exec, node, [&](Context& context, GraphExec&, GraphNode& known) {
    if (type_of(known.work) != type) return CudaError::InvalidValue;
    Work work = EmptyWork{};
    const CudaError error = make(context, known, work);
    if (error != CudaError::Success) return error;
    if (compare(known.work, work) != ExecUpdateResult::Success) return CudaError::InvalidValue;
    known.work = std::move(work);
    return CudaError::Success;
  });
}

}  // namespace

extern "C" {

CudaError cudaGraphInstantiate(void** exec, void* graph, unsigned long long flags) {
  return unsafe_call([&](Context& context) { return make_exec(context, exec, graph, flags); });
}

CudaError cudaGraphInstantiateWithFlags(void** exec, void* graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}

CudaError cudaGraphInstantiateWithParams(void** exec, void* graph, InstantiateParams* parameters) {
  if (parameters == nullptr) return remember(CudaError::InvalidValue);
  return unsafe_call([&](Context& context) {
    const CudaError error = make_exec(context, exec, graph, parameters->flags);
    parameters->errNode_out = nullptr;
    parameters->result_out = error == CudaError::Success ? kInstantiateSuccess : kInstantiateError;
    return error;
  });
}
CudaError cudaGraphInstantiateWithParams_ptsz(void**, void*, InstantiateParams*)
    __attribute__((alias("cudaGraphInstantiateWithParams")));

CudaError cudaGraphExecGetFlags(void* exec, unsigned long long* flags) {
  return api_call([&](Context& context) {
    const GraphExec* known = context.graphs.find_exec(exec);
    if (known == nullptr || flags == nullptr) return CudaError::InvalidValue;
    *flags = known->flags;
    return CudaError::Success;
  });
}

CudaError cudaGraphExecDestroy(void* exec) {
  return api_call([&](Context& context) {
    return context.graphs.execs.erase(exec) != 0 ? CudaError::Success : CudaError::InvalidValue;
  });
}

CudaError cudaGraphUpload(void* exec, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    if (context.graphs.find_exec(exec) == nullptr) return CudaError::InvalidValue;
    return known.capture != nullptr ? refuse_in_capture(known) : check_stream(context, known);
  });
}
CudaError cudaGraphUpload_ptsz(void*, void*) __attribute__((alias("cudaGraphUpload")));

CudaError cudaGraphLaunch(void* exec, void* stream) {
  std::shared_ptr<Graph> graph;  // Lives until it has run, whatever a host function does.
  const CudaError error = stream_call(stream, [&](Context& context, Stream& known) {
    GraphExec* ready = context.graphs.find_exec(exec);
    if (ready == nullptr) return CudaError::InvalidValue;
    // A launch of a graph cannot be captured: graphs are embedded as child graphs.
    const CudaError problem =
        known.capture != nullptr ? refuse_in_capture(known) : check_stream(context, known);
    if (problem != CudaError::Success) return problem;
    graph = ready->graph;
    return prepare_allocations(context, *ready);
  });
  if (error != CudaError::Success || graph == nullptr) return error;
  Context& context = Context::get();
  const CudaError ran = run_graph(context, *graph);
  // As after a launch, the host learns of a kernel that failed at its next call that waits.
  std::lock_guard lock(context.mutex);
  const bool is_told_later =
      context.fault() != CudaError::Success && !context.settings.launches_block;
  if (!is_told_later) return ran;
  last_error() = CudaError::Success;
  return CudaError::Success;
}
CudaError cudaGraphLaunch_ptsz(void*, void*) __attribute__((alias("cudaGraphLaunch")));

CudaError cudaGraphExecUpdate(void* exec, void* handle, ExecUpdateResultInfo* info) {
  return graph_call(handle, [&](Context& context, Graph& graph) {
    GraphExec* known = context.graphs.find_exec(exec);
    if (known == nullptr) return CudaError::InvalidValue;
    const ExecUpdateResultInfo result = update(context, *known, graph);
    if (info != nullptr) *info = result;
    return result.result == ExecUpdateResult::Success ? CudaError::Success
                                                      : CudaError::GraphExecUpdateFailure;
  });
}

CudaError cudaGraphNodeSetEnabled(void* exec, void* node, unsigned int is_enabled) {
  return exec_node_call(exec, node, [&](Context&, GraphExec&, GraphNode& known) {
    const NodeType type = type_of(known.work);
    const bool can_be_disabled =
        type == NodeType::Kernel || type == NodeType::Memcpy || type == NodeType::Memset;
    if (!can_be_disabled) return CudaError::InvalidValue;
    known.is_enabled = is_enabled != 0;
    return CudaError::Success;
  });
}

CudaError cudaGraphNodeGetEnabled(void* exec, void* node, unsigned int* is_enabled) {
  return exec_node_call(exec, node, [&](Context&, GraphExec&, const GraphNode& known) {
    if (is_enabled == nullptr) return CudaError::InvalidValue;
    *is_enabled = known.is_enabled ? 1 : 0;
    return CudaError::Success;
  });
}

CudaError cudaGraphExecKernelNodeSetParams(void* exec, void* node,
                                           const KernelNodeParams* parameters) {
  return change(exec, node, NodeType::Kernel, [&](Context& context, GraphNode&, Work& work) {
    return make_work(context, "cudaGraphExecKernelNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphExecMemcpyNodeSetParams(void* exec, void* node, const Copy3D* parameters) {
  return change(exec, node, NodeType::Memcpy, [&](Context& context, GraphNode&, Work& work) {
    return make_work(context, "cudaGraphExecMemcpyNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphExecMemcpyNodeSetParams1D(void* exec, void* node, void* destination,
                                             const void* source, size_t size, CopyKind kind) {
  return change(exec, node, NodeType::Memcpy, [&](Context& context, GraphNode&, Work& work) {
    return make_copy_work(context, "cudaGraphExecMemcpyNodeSetParams1D", destination, source, size,
                          kind, work);
  });
}

CudaError cudaGraphExecMemcpyNodeSetParamsToSymbol(void* exec, void* node, const void* symbol,
                                                   const void* source, size_t size, size_t offset,
                                                   CopyKind kind) {
  return change(exec, node, NodeType::Memcpy, [&](Context& context, GraphNode&, Work& work) {
    const char* call = "cudaGraphExecMemcpyNodeSetParamsToSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, address, source, size, kind, work);
  });
}

CudaError cudaGraphExecMemcpyNodeSetParamsFromSymbol(void* exec, void* node, void* destination,
                                                     const void* symbol, size_t size, size_t offset,
                                                     CopyKind kind) {
  return change(exec, node, NodeType::Memcpy, [&](Context& context, GraphNode&, Work& work) {
    const char* call = "cudaGraphExecMemcpyNodeSetParamsFromSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, destination, address, size, kind, work);
  });
}

CudaError cudaGraphExecMemsetNodeSetParams(void* exec, void* node, const MemsetParams* parameters) {
  return change(exec, node, NodeType::Memset, [&](Context& context, GraphNode&, Work& work) {
    return make_work(context, "cudaGraphExecMemsetNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphExecHostNodeSetParams(void* exec, void* node, const HostNodeParams* parameters) {
  return change(exec, node, NodeType::Host, [&](Context& context, GraphNode&, Work& work) {
    return make_work(context, "cudaGraphExecHostNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphExecChildGraphNodeSetParams(void* exec, void* node, void* child) {
  return exec_node_call(exec, node, [&](Context& context, GraphExec& known, GraphNode& in_exec) {
    auto* work = std::get_if<ChildWork>(&in_exec.work);
    Graph* graph = Graphs::find(child);
    if (work == nullptr || graph == nullptr) return CudaError::InvalidValue;
    GraphExec inner;
    inner.graph = work->graph;
    if (update(context, inner, *graph).result != ExecUpdateResult::Success) {
      return CudaError::GraphExecUpdateFailure;
    }
    known.node_of.insert(inner.node_of.begin(), inner.node_of.end());
    return CudaError::Success;
  });
}

CudaError cudaGraphExecEventRecordNodeSetEvent(void* exec, void* node, void* event) {
  return change(exec, node, NodeType::EventRecord, [&](Context& context, GraphNode&, Work& work) {
    return make_event_work<EventRecordWork>(context, event, work);
  });
}

CudaError cudaGraphExecEventWaitNodeSetEvent(void* exec, void* node, void* event) {
  return change(exec, node, NodeType::WaitEvent, [&](Context& context, GraphNode&, Work& work) {
    return make_event_work<EventWaitWork>(context, event, work);
  });
}

CudaError cudaGraphExecNodeSetParams(void* exec, void* node, GraphNodeParams* parameters) {
  if (parameters == nullptr) return remember(CudaError::InvalidValue);
  return change(exec, node, parameters->type, [&](Context& context, GraphNode& known, Work& work) {
    return make_any_work(context, "cudaGraphExecNodeSetParams", *known.graph, parameters, work);
  });
}

// Memory of graphs comes and goes with their launches: nothing is kept in reserve.
CudaError cudaDeviceGetGraphMemAttribute(int device, int attribute, unsigned long long* value) {
  constexpr int kLastAttribute = 3;
  return api_call([&](Context& context) {
    if (device < 0 || static_cast<size_t>(device) >= context.devices.size()) {
      return CudaError::InvalidDevice;
    }
    if (value == nullptr || attribute < 0 || attribute > kLastAttribute) {
      return CudaError::InvalidValue;
    }
    *value = 0;
    for (const auto& [address, info] : context.allocations) {
      if (info.is_graph_owned && info.device == device)
        *value += context.memory.find(address)->size;
    }
    return CudaError::Success;
  });
}

CudaError cudaDeviceSetGraphMemAttribute(int device, int attribute, unsigned long long* value) {
  unsigned long long now = 0;
  const CudaError error = cudaDeviceGetGraphMemAttribute(device, attribute, &now);
  return error == CudaError::Success && value == nullptr ? remember(CudaError::InvalidValue)
                                                         : error;
}

CudaError cudaDeviceGraphMemTrim(int device) {
  unsigned long long now = 0;
  return cudaDeviceGetGraphMemAttribute(device, 0, &now);
}
}

}  // namespace gtl::runtime
