#include "runtime/graph_exec.h"

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_call.h"
#include "runtime/node_parameters.h"

namespace gtl::runtime {
namespace {

void collect_nodes(const Graph& graph, GraphExec& exec) {
  for (const auto& node : graph.nodes()) {
    exec.node_of[node->original] = node.get();
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      collect_nodes(*child->graph, exec);
    }
    if (const auto* allocation = std::get_if<AllocWork>(&node->work)) {
      exec.addresses.insert(address_of(allocation->parameters.dptr));
    }
  }
}

bool has_order(const Graph& graph) {
  if (graph.in_order().size() != graph.nodes().size()) return false;
  for (const auto& node : graph.nodes()) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    if (child != nullptr && !has_order(*child->graph)) return false;
  }
  return true;
}

std::vector<size_t> places(const Graph& graph, const std::vector<GraphNode*>& nodes) {
  std::vector<size_t> result;
  for (const GraphNode* node : nodes) result.push_back(graph.index_of(node));
  return result;
}

/// Compares node by node, in the order of creation.
ExecUpdateResultInfo compare_graphs(const Graph& now, const Graph& next) {
  if (now.nodes().size() != next.nodes().size()) {
    return {ExecUpdateResult::TopologyChanged, nullptr, nullptr};
  }
  for (size_t i = 0; i < now.nodes().size(); ++i) {
    GraphNode* node = next.nodes()[i].get();
    const GraphNode* old = now.nodes()[i].get();
    if (places(now, old->dependencies) != places(next, node->dependencies)) {
      GraphNode* from = node->dependencies.empty() ? nullptr : node->dependencies.front();
      return {ExecUpdateResult::TopologyChanged, node, from};
    }
    const ExecUpdateResult result = compare(old->work, node->work);
    if (result != ExecUpdateResult::Success) return {result, node, nullptr};
    if (const auto* child = std::get_if<ChildWork>(&old->work)) {
      const auto inner = compare_graphs(*child->graph, *std::get<ChildWork>(node->work).graph);
      if (inner.result != ExecUpdateResult::Success) return inner;
    }
  }
  return {ExecUpdateResult::Success, nullptr, nullptr};
}

void take_over(Graph& now, const Graph& next, GraphExec& exec) {
  for (size_t i = 0; i < now.nodes().size(); ++i) {
    GraphNode& node = *now.nodes()[i];
    const GraphNode& source = *next.nodes()[i];
    node.original = &source;
    exec.node_of[&source] = &node;
    if (auto* child = std::get_if<ChildWork>(&node.work)) {
      take_over(*child->graph, *std::get<ChildWork>(source.work).graph, exec);
    } else {
      node.work = source.work;
    }
  }
}

/// One node's work, under the lock; a host function is handed back instead.
CudaError run_node(Context& context, GraphNode& node, HostNodeParams& call,
                   std::shared_ptr<Graph>& child) {
  return api_call([&](Context&) {
    if (const auto* host = std::get_if<HostWork>(&node.work)) {
      call = host->call;
      return CudaError::Success;
    }
    if (const auto* inner = std::get_if<ChildWork>(&node.work)) {
      child = inner->graph;
      return CudaError::Success;
    }
    return perform(context, "cudaGraphLaunch", node.work);
  });
}

}  // namespace

std::unique_ptr<GraphExec> instantiate(const Graph& graph, unsigned long long flags) {
  if (!has_order(graph)) return nullptr;
  auto exec = std::make_unique<GraphExec>();
  exec->flags = flags & kAutoFreeOnLaunch;  // The others are done with.
  exec->source_id = graph.id;
  exec->graph = graph.clone();
  collect_nodes(*exec->graph, *exec);
  return exec;
}

ExecUpdateResultInfo update(Context&, GraphExec& exec, Graph& graph) {
  const ExecUpdateResultInfo info = compare_graphs(*exec.graph, graph);
  if (info.result == ExecUpdateResult::Success) take_over(*exec.graph, graph, exec);
  return info;
}

CudaError prepare_allocations(Context& context, GraphExec& exec) {
  for (const uint64_t address : exec.addresses) {
    const memory::Allocation* allocation = context.memory.find(address);
    if (allocation == nullptr) continue;
    if ((exec.flags & kAutoFreeOnLaunch) == 0) {
      return refuse("cudaGraphLaunch", CudaError::InvalidValue,
                    "memory that the graph allocated at its last launch was not freed; free it, or "
                    "instantiate with cudaGraphInstantiateFlagAutoFreeOnLaunch");
    }
    release(context, "cudaGraphLaunch", pointer_to(address), false);
  }
  return CudaError::Success;
}

CudaError run_graph(Context& context, const Graph& graph) {
  for (GraphNode* node : graph.in_order()) {
    if (!node->is_enabled) continue;
    HostNodeParams call{};
    std::shared_ptr<Graph> child;
    CudaError error = run_node(context, *node, call, child);
    if (error == CudaError::Success && child != nullptr) error = run_graph(context, *child);
    if (error != CudaError::Success) return error;
    if (call.fn != nullptr) run_host_function([&] { call.fn(call.userData); });
  }
  return CudaError::Success;
}

}  // namespace gtl::runtime
