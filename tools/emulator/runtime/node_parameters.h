// Between the parameters of graph nodes, as programs pass them, and the work that nodes hold.
#pragma once

#include "runtime/graph.h"

namespace gtl::runtime {

// Each checks what an H200 checks when a node is added or changed; `work` is set on success.
CudaError make_work(Context& context, const char* call, const KernelNodeParams* parameters,
                    Work& work);
CudaError make_work(Context& context, const char* call, const Copy3D* parameters, Work& work);
CudaError make_work(Context& context, const char* call, const MemsetParams* parameters, Work& work);
CudaError make_work(Context& context, const char* call, const HostNodeParams* parameters,
                    Work& work);
/// A plain copy of bytes.
CudaError make_copy_work(Context& context, const char* call, void* destination, const void* source,
                         size_t size, CopyKind kind, Work& work);
/// A clone of the graph.
CudaError make_child_work(const char* call, void* graph, Work& work);
/// Event nodes: `Kind` is EventRecordWork or EventWaitWork.
template <class Kind>
CudaError make_event_work(Context& context, void* event, Work& work);
/// Reserves the address, and tells it.
CudaError make_alloc_work(Context& context, const char* call, MemAllocNodeParams* parameters,
                          Work& work);
CudaError make_free_work(const Graph& graph, void* pointer, Work& work);
/// Any kind, as cudaGraphAddNode takes it.
CudaError make_any_work(Context& context, const char* call, const Graph& graph,
                        GraphNodeParams* parameters, Work& work);

/// The parameters of a kernel node; the arguments stay the node's.
KernelNodeParams parameters_of(const KernelWork& work);

/// Whether an instantiated graph may do `next` in the place of `now`, and if not, why.
ExecUpdateResult compare(const Work& now, const Work& next);

}  // namespace gtl::runtime
