// As api_call.h, for calls that name graphs and nodes.
#pragma once

#include <vector>

#include "runtime/api_call.h"
#include "runtime/graph.h"

namespace gtl::runtime {

template <class Body>
CudaError graph_call(void* handle, Body body) {
  return api_call([&](Context& context) {
    Graph* graph = Graphs::find(handle);
    return graph == nullptr ? CudaError::InvalidValue : body(context, *graph);
  });
}

template <class Body>
CudaError node_call(void* handle, Body body) {
  return api_call([&](Context& context) {
    GraphNode* node = Graphs::find_node(handle);
    return node == nullptr ? CudaError::InvalidValue : body(context, *node);
  });
}

/// With the node's work of one kind.
template <class Kind, class Body>
CudaError work_call(void* handle, Body body) {
  return node_call(handle, [&](Context& context, GraphNode& node) {
    Kind* work = std::get_if<Kind>(&node.work);
    return work == nullptr ? CudaError::InvalidValue : body(context, *work);
  });
}

/// With the instantiated graph's node that was made from `node`.
template <class Body>
CudaError exec_node_call(void* exec, void* node, Body body) {
  return api_call([&](Context& context) {
    GraphExec* known = context.graphs.find_exec(exec);
    if (known == nullptr) return CudaError::InvalidValue;
    const auto found = known->node_of.find(static_cast<const GraphNode*>(node));
    return found == known->node_of.end() ? CudaError::InvalidValue
                                         : body(context, *known, *found->second);
  });
}

/// The nodes behind handles; false when one of them belongs to another graph, or to none.
bool find_nodes(const Graph& graph, void* const* handles, size_t count,
                std::vector<GraphNode*>& nodes);

}  // namespace gtl::runtime
