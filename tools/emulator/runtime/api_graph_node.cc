// The nodes of graphs: adding them, and their parameters.
#include "runtime/api_graph_call.h"
#include "runtime/copy.h"
#include "runtime/node_parameters.h"

namespace gtl::runtime {
namespace {

/// Adds a node whose work `make` makes.
template <class Make>
CudaError add(void** node, void* handle, void* const* dependencies, size_t count, Make make) {
  if (node == nullptr) return remember(CudaError::InvalidValue);
  return graph_call(handle, [&](Context& context, Graph& graph) {
    std::vector<GraphNode*> before;
    if (!find_nodes(graph, dependencies, count, before)) return CudaError::InvalidValue;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (before[i] == before[j]) return CudaError::InvalidValue;
      }
    }
    Work work = EmptyWork{};
    const CudaError error = make(context, graph, work);
    if (error == CudaError::Success) *node = graph.add(std::move(work), before);
    return error;
  });
}

/// Replaces a node's work by another of the same kind.
template <class Kind, class Make>
CudaError change(void* node, Make make) {
  return work_call<Kind>(node, [&](Context& context, Kind& known) {
    Work work = EmptyWork{};
    const CudaError error = make(context, work);
    if (error == CudaError::Success) known = std::get<Kind>(std::move(work));
    return error;
  });
}

template <class Kind, class Parameters, class Read>
CudaError tell(void* node, Parameters* parameters, Read read) {
  return work_call<Kind>(node, [&](Context&, const Kind& work) {
    if (parameters == nullptr) return CudaError::InvalidValue;
    *parameters = read(work);
    return CudaError::Success;
  });
}

}  // namespace

extern "C" {

CudaError cudaGraphAddEmptyNode(void** node, void* graph, void* const* dependencies, size_t count) {
  return add(node, graph, dependencies, count, [](Context&, Graph&, Work& work) {
    work = EmptyWork{};
    return CudaError::Success;
  });
}

CudaError cudaGraphAddKernelNode(void** node, void* graph, void* const* dependencies, size_t count,
                                 const KernelNodeParams* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_work(context, "cudaGraphAddKernelNode", parameters, work);
  });
}

CudaError cudaGraphKernelNodeGetParams(void* node, KernelNodeParams* parameters) {
  return tell<KernelWork>(node, parameters, parameters_of);
}

CudaError cudaGraphKernelNodeSetParams(void* node, const KernelNodeParams* parameters) {
  return change<KernelWork>(node, [&](Context& context, Work& work) {
    return make_work(context, "cudaGraphKernelNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphAddMemcpyNode(void** node, void* graph, void* const* dependencies, size_t count,
                                 const Copy3D* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_work(context, "cudaGraphAddMemcpyNode", parameters, work);
  });
}

CudaError cudaGraphAddMemcpyNode1D(void** node, void* graph, void* const* dependencies,
                                   size_t count, void* destination, const void* source, size_t size,
                                   CopyKind kind) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_copy_work(context, "cudaGraphAddMemcpyNode1D", destination, source, size, kind,
                          work);
  });
}

CudaError cudaGraphAddMemcpyNodeToSymbol(void** node, void* graph, void* const* dependencies,
                                         size_t count, const void* symbol, const void* source,
                                         size_t size, size_t offset, CopyKind kind) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    const char* call = "cudaGraphAddMemcpyNodeToSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, address, source, size, kind, work);
  });
}

CudaError cudaGraphAddMemcpyNodeFromSymbol(void** node, void* graph, void* const* dependencies,
                                           size_t count, void* destination, const void* symbol,
                                           size_t size, size_t offset, CopyKind kind) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    const char* call = "cudaGraphAddMemcpyNodeFromSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, destination, address, size, kind, work);
  });
}

CudaError cudaGraphMemcpyNodeGetParams(void* node, Copy3D* parameters) {
  return tell<CopyWork>(node, parameters, [](const CopyWork& work) { return work.copy; });
}

CudaError cudaGraphMemcpyNodeSetParams(void* node, const Copy3D* parameters) {
  return change<CopyWork>(node, [&](Context& context, Work& work) {
    return make_work(context, "cudaGraphMemcpyNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphMemcpyNodeSetParams1D(void* node, void* destination, const void* source,
                                         size_t size, CopyKind kind) {
  return change<CopyWork>(node, [&](Context& context, Work& work) {
    return make_copy_work(context, "cudaGraphMemcpyNodeSetParams1D", destination, source, size,
                          kind, work);
  });
}

CudaError cudaGraphMemcpyNodeSetParamsToSymbol(void* node, const void* symbol, const void* source,
                                               size_t size, size_t offset, CopyKind kind) {
  return change<CopyWork>(node, [&](Context& context, Work& work) {
    const char* call = "cudaGraphMemcpyNodeSetParamsToSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, address, source, size, kind, work);
  });
}

CudaError cudaGraphMemcpyNodeSetParamsFromSymbol(void* node, void* destination, const void* symbol,
                                                 size_t size, size_t offset, CopyKind kind) {
  return change<CopyWork>(node, [&](Context& context, Work& work) {
    const char* call = "cudaGraphMemcpyNodeSetParamsFromSymbol";
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return make_copy_work(context, call, destination, address, size, kind, work);
  });
}

CudaError cudaGraphAddMemsetNode(void** node, void* graph, void* const* dependencies, size_t count,
                                 const MemsetParams* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_work(context, "cudaGraphAddMemsetNode", parameters, work);
  });
}

CudaError cudaGraphMemsetNodeGetParams(void* node, MemsetParams* parameters) {
  return tell<FillWork>(node, parameters, [](const FillWork& work) { return work.fill; });
}

CudaError cudaGraphMemsetNodeSetParams(void* node, const MemsetParams* parameters) {
  return change<FillWork>(node, [&](Context& context, Work& work) {
    return make_work(context, "cudaGraphMemsetNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphAddHostNode(void** node, void* graph, void* const* dependencies, size_t count,
                               const HostNodeParams* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_work(context, "cudaGraphAddHostNode", parameters, work);
  });
}

CudaError cudaGraphHostNodeGetParams(void* node, HostNodeParams* parameters) {
  return tell<HostWork>(node, parameters, [](const HostWork& work) { return work.call; });
}

CudaError cudaGraphHostNodeSetParams(void* node, const HostNodeParams* parameters) {
  return change<HostWork>(node, [&](Context& context, Work& work) {
    return make_work(context, "cudaGraphHostNodeSetParams", parameters, work);
  });
}

CudaError cudaGraphAddChildGraphNode(void** node, void* graph, void* const* dependencies,
                                     size_t count, void* child) {
  return add(node, graph, dependencies, count, [&](Context&, Graph& into, Work& work) {
    if (child == &into) return CudaError::InvalidValue;
    return make_child_work("cudaGraphAddChildGraphNode", child, work);
  });
}

CudaError cudaGraphChildGraphNodeGetGraph(void* node, void** graph) {
  return tell<ChildWork>(node, graph, [](const ChildWork& work) { return work.graph.get(); });
}

CudaError cudaGraphAddEventRecordNode(void** node, void* graph, void* const* dependencies,
                                      size_t count, void* event) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_event_work<EventRecordWork>(context, event, work);
  });
}

CudaError cudaGraphEventRecordNodeGetEvent(void* node, void** event) {
  return tell<EventRecordWork>(node, event, [](const auto& work) { return work.event; });
}

CudaError cudaGraphEventRecordNodeSetEvent(void* node, void* event) {
  return change<EventRecordWork>(node, [&](Context& context, Work& work) {
    return make_event_work<EventRecordWork>(context, event, work);
  });
}

CudaError cudaGraphAddEventWaitNode(void** node, void* graph, void* const* dependencies,
                                    size_t count, void* event) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_event_work<EventWaitWork>(context, event, work);
  });
}

CudaError cudaGraphEventWaitNodeGetEvent(void* node, void** event) {
  return tell<EventWaitWork>(node, event, [](const auto& work) { return work.event; });
}

CudaError cudaGraphEventWaitNodeSetEvent(void* node, void* event) {
  return change<EventWaitWork>(node, [&](Context& context, Work& work) {
    return make_event_work<EventWaitWork>(context, event, work);
  });
}

CudaError cudaGraphAddMemAllocNode(void** node, void* graph, void* const* dependencies,
                                   size_t count, MemAllocNodeParams* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph&, Work& work) {
    return make_alloc_work(context, "cudaGraphAddMemAllocNode", parameters, work);
  });
}

CudaError cudaGraphMemAllocNodeGetParams(void* node, MemAllocNodeParams* parameters) {
  return tell<AllocWork>(node, parameters, [](const AllocWork& work) { return work.parameters; });
}

CudaError cudaGraphAddMemFreeNode(void** node, void* graph, void* const* dependencies, size_t count,
                                  void* pointer) {
  return add(node, graph, dependencies, count, [&](Context&, Graph& into, Work& work) {
    return make_free_work(into, pointer, work);
  });
}

CudaError cudaGraphMemFreeNodeGetParams(void* node, void** pointer) {
  return tell<FreeWork>(node, pointer, [](const FreeWork& work) { return work.pointer; });
}

CudaError cudaGraphAddNode(void** node, void* graph, void* const* dependencies,
                           const GraphEdgeData*, size_t count, GraphNodeParams* parameters) {
  return add(node, graph, dependencies, count, [&](Context& context, Graph& into, Work& work) {
    return make_any_work(context, "cudaGraphAddNode", into, parameters, work);
  });
}

CudaError cudaGraphNodeSetParams(void* handle, GraphNodeParams* parameters) {
  return node_call(handle, [&](Context& context, GraphNode& node) {
    if (parameters == nullptr || parameters->type != type_of(node.work)) {
      return CudaError::InvalidValue;
    }
    return make_any_work(context, "cudaGraphNodeSetParams", *node.graph, parameters, node.work);
  });
}

CudaError cudaGraphConditionalHandleCreate(unsigned long long*, void*, unsigned int, unsigned int) {
  return remember(refuse("cudaGraphConditionalHandleCreate", CudaError::NotSupported,
                         "the emulator has no conditional nodes"));
}
}

}  // namespace gtl::runtime
