// Instantiated graphs: made, updated, run.
#pragma once

#include <memory>

#include "runtime/graph.h"

namespace gtl::runtime {

/// A copy of the graph that can be launched; null when its dependencies go in a circle.
std::unique_ptr<GraphExec> instantiate(const Graph& graph, unsigned long long flags);

/// Gives the nodes of `exec` the parameters of the same nodes of `graph`, whose shape must be the
/// same; all or nothing.
ExecUpdateResultInfo update(Context& context, GraphExec& exec, Graph& graph);

/// Whether memory that the graph allocates is still there from the launch before; frees it when
/// the graph was instantiated so.
CudaError prepare_allocations(Context& context, GraphExec& exec);

/// Does the work of a graph, each node after those that it depends on. Not under the lock: host
/// functions are called in between.
CudaError run_graph(Context& context, const Graph& graph);

}  // namespace gtl::runtime
