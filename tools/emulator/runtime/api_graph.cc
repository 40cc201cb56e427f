// Graphs and their shape: nodes, edges, clones, user objects.
#include <algorithm>
#include <memory>

#include "runtime/api_graph_call.h"
#include "runtime/graph_dot.h"

namespace gtl::runtime {

bool find_nodes(const Graph& graph, void* const* handles, size_t count,
                std::vector<GraphNode*>& nodes) {
  if (count != 0 && handles == nullptr) return false;
  for (size_t i = 0; i < count; ++i) {
    GraphNode* node = Graphs::find_node(handles[i]);
    if (node == nullptr || node->graph != &graph) return false;
    nodes.push_back(node);
  }
  return true;
}

namespace {

/// Fills an array as the queries do: without one, only the count; with too much room, null.
CudaError list(const std::vector<GraphNode*>& nodes, void** out, size_t* count) {
  if (count == nullptr) return CudaError::InvalidValue;
  if (out == nullptr) {
    *count = nodes.size();
    return CudaError::Success;
  }
  for (size_t i = 0; i < *count; ++i) out[i] = i < nodes.size() ? nodes[i] : nullptr;
  *count = std::min(*count, nodes.size());
  return CudaError::Success;
}

void clear(GraphEdgeData* edges, size_t count) {
  for (size_t i = 0; edges != nullptr && i < count; ++i) edges[i] = {};
}

/// The pairs of nodes that two arrays name, checked.
CudaError find_pairs(const Graph& graph, void* const* from, void* const* to, size_t count,
                     std::vector<GraphNode*>& sources, std::vector<GraphNode*>& targets) {
  if (!find_nodes(graph, from, count, sources) || !find_nodes(graph, to, count, targets)) {
    return CudaError::InvalidValue;
  }
  for (size_t i = 0; i < count; ++i) {
    if (sources[i] == targets[i]) return CudaError::InvalidValue;
  }
  return CudaError::Success;
}

}  // namespace

extern "C" {

CudaError cudaGraphCreate(void** graph, unsigned int flags) {
  if (graph == nullptr || flags != 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    *graph = context.graphs.add(std::make_shared<Graph>());
    return CudaError::Success;
  });
}

CudaError cudaGraphDestroy(void* graph) {
  return api_call([&](Context& context) {
    return context.graphs.graphs.erase(graph) != 0 ? CudaError::Success : CudaError::InvalidValue;
  });
}

CudaError cudaGraphClone(void** clone, void* original) {
  return graph_call(original, [&](Context& context, Graph& graph) {
    if (clone == nullptr) return CudaError::InvalidValue;
    if (graph.contains(NodeType::MemAlloc) || graph.contains(NodeType::MemFree)) {
      return refuse("cudaGraphClone", CudaError::NotSupported,
                    "a graph that allocates memory cannot be cloned");
    }
    *clone = context.graphs.add(graph.clone());
    return CudaError::Success;
  });
}

CudaError cudaGraphNodeFindInClone(void** node, void* original, void* clone) {
  return graph_call(clone, [&](Context&, Graph& graph) {
    const GraphNode* known = Graphs::find_node(original);
    if (node == nullptr || known == nullptr) return CudaError::InvalidValue;
    *node = graph.clone_of(known);
    return *node != nullptr ? CudaError::Success : CudaError::InvalidValue;
  });
}

CudaError cudaGraphGetNodes(void* handle, void** nodes, size_t* count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    std::vector<GraphNode*> all;
    for (const auto& node : graph.nodes()) all.push_back(node.get());
    return list(all, nodes, count);
  });
}

CudaError cudaGraphGetRootNodes(void* handle, void** nodes, size_t* count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    std::vector<GraphNode*> roots;
    for (const auto& node : graph.nodes()) {
      if (node->dependencies.empty()) roots.push_back(node.get());
    }
    return list(roots, nodes, count);
  });
}

CudaError cudaGraphGetEdges(void* handle, void** from, void** to, GraphEdgeData* edges,
                            size_t* count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    if (count == nullptr || (from == nullptr) != (to == nullptr)) return CudaError::InvalidValue;
    std::vector<GraphNode*> sources, targets;
    for (const auto& node : graph.nodes()) {
      for (GraphNode* dependent : node->dependents) {
        sources.push_back(node.get());
        targets.push_back(dependent);
      }
    }
    size_t room = *count;
    clear(edges, room);
    list(sources, from, &room);
    return list(targets, to, count);
  });
}

CudaError cudaGraphNodeGetDependencies(void* handle, void** nodes, GraphEdgeData* edges,
                                       size_t* count) {
  return node_call(handle, [&](Context&, GraphNode& node) {
    if (count != nullptr) clear(edges, *count);
    return list(node.dependencies, nodes, count);
  });
}

CudaError cudaGraphNodeGetDependentNodes(void* handle, void** nodes, GraphEdgeData* edges,
                                         size_t* count) {
  return node_call(handle, [&](Context&, GraphNode& node) {
    if (count != nullptr) clear(edges, *count);
    return list(node.dependents, nodes, count);
  });
}

// An edge's data may let a kernel start before the one it depends on has ended. Here it starts
// after that, which such kernels must allow for.
CudaError cudaGraphAddDependencies(void* handle, void* const* from, void* const* to,
                                   const GraphEdgeData*, size_t count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    std::vector<GraphNode*> sources, targets;
    const CudaError error = find_pairs(graph, from, to, count, sources, targets);
    if (error != CudaError::Success) return error;
    for (size_t i = 0; i < count; ++i) {
      if (Graph::has_edge(sources[i], targets[i])) return CudaError::InvalidValue;
    }
    for (size_t i = 0; i < count; ++i) graph.add_edge(sources[i], targets[i]);
    return CudaError::Success;
  });
}

CudaError cudaGraphRemoveDependencies(void* handle, void* const* from, void* const* to,
                                      const GraphEdgeData*, size_t count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    std::vector<GraphNode*> sources, targets;
    const CudaError error = find_pairs(graph, from, to, count, sources, targets);
    if (error != CudaError::Success) return error;
    for (size_t i = 0; i < count; ++i) {
      if (!Graph::has_edge(sources[i], targets[i])) return CudaError::InvalidValue;
    }
    for (size_t i = 0; i < count; ++i) graph.remove_edge(sources[i], targets[i]);
    return CudaError::Success;
  });
}

CudaError cudaGraphDestroyNode(void* handle) {
  return node_call(handle, [](Context&, GraphNode& node) {
    const NodeType type = type_of(node.work);
    if (type == NodeType::MemAlloc || type == NodeType::MemFree) {
      return refuse("cudaGraphDestroyNode", CudaError::NotSupported,
                    "a node that allocates or frees memory stays in its graph");
    }
    node.graph->remove(&node);
    return CudaError::Success;
  });
}

CudaError cudaGraphNodeGetType(void* handle, NodeType* type) {
  return node_call(handle, [&](Context&, GraphNode& node) {
    if (type == nullptr) return CudaError::InvalidValue;
    *type = type_of(node.work);
    return CudaError::Success;
  });
}

CudaError cudaGraphDebugDotPrint(void* handle, const char* path, unsigned int) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    if (path == nullptr) return CudaError::InvalidValue;
    return write_dot(graph, path) ? CudaError::Success
                                  : refuse("cudaGraphDebugDotPrint", CudaError::OperatingSystem,
                                           std::string(path) + " cannot be written");
  });
}

CudaError cudaUserObjectCreate(UserObject** object, void* data, HostFunction destroy,
                               unsigned int references, unsigned int flags) {
  constexpr unsigned int kNoDestructorSync = 1;
  if (object == nullptr || destroy == nullptr || references == 0 || flags != kNoDestructorSync) {
    return remember(CudaError::InvalidValue);
  }
  return api_call([&](Context&) {
    *object = new UserObject{data, destroy, references};
    return CudaError::Success;
  });
}

CudaError cudaUserObjectRetain(UserObject* object, unsigned int count) {
  if (object == nullptr || count == 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context&) {
    object->references += count;
    return CudaError::Success;
  });
}

CudaError cudaUserObjectRelease(UserObject* object, unsigned int count) {
  if (object == nullptr || count == 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context&) {
    UserObject::release(object, count);
    return CudaError::Success;
  });
}

CudaError cudaGraphRetainUserObject(void* handle, UserObject* object, unsigned int count,
                                    unsigned int flags) {
  constexpr unsigned int kMove = 1;
  return graph_call(handle, [&](Context&, Graph& graph) {
    if (object == nullptr || count == 0 || (flags & ~kMove) != 0) return CudaError::InvalidValue;
    if ((flags & kMove) == 0) object->references += count;
    graph.objects[object] += count;
    return CudaError::Success;
  });
}

CudaError cudaGraphReleaseUserObject(void* handle, UserObject* object, unsigned int count) {
  return graph_call(handle, [&](Context&, Graph& graph) {
    const auto held = graph.objects.find(object);
    if (held == graph.objects.end() || count == 0) return CudaError::InvalidValue;
    const unsigned released = std::min(count, held->second);
    held->second -= released;
    if (held->second == 0) graph.objects.erase(held);
    UserObject::release(object, released);
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
