#include "runtime/graph.h"

#include <algorithm>
#include <utility>

namespace gtl::runtime {

namespace {

// Everything that exists, to tell a handle from an address that means nothing. Behind the lock, as
// graphs are. Never destroyed: programs destroy graphs from static destructors of their own.
std::set<const void*>& live_graphs() {
  static auto* graphs = new std::set<const void*>;
  return *graphs;
}
std::set<const void*>& live_nodes() {
  static auto* nodes = new std::set<const void*>;
  return *nodes;
}

/// Behind the lock, too.
uint64_t next_graph_id() {
  static uint64_t last = 0;
  return ++last;
}

}  // namespace

void UserObject::release(UserObject* object, unsigned count) {
  object->references -= std::min(count, object->references);
  if (object->references != 0) return;
  object->destroy(object->data);
  delete object;
}

Graph::Graph() : id(next_graph_id()) { live_graphs().insert(this); }

Graph::~Graph() {
  live_graphs().erase(this);
  for (const auto& node : nodes_) live_nodes().erase(node.get());
  for (const auto& [object, count] : objects) UserObject::release(object, count);
}

bool Graph::is_graph(const void* handle) { return live_graphs().contains(handle); }
bool Graph::is_node(const void* handle) { return live_nodes().contains(handle); }

GraphNode* Graph::add(Work work, const std::vector<GraphNode*>& dependencies) {
  auto node = std::make_unique<GraphNode>();
  node->graph = this;
  node->work = std::move(work);
  GraphNode* added = node.get();
  nodes_.push_back(std::move(node));
  live_nodes().insert(added);
  if (auto* child = std::get_if<ChildWork>(&added->work)) child->graph->parent = this;
  for (GraphNode* dependency : dependencies) add_edge(dependency, added);
  return added;
}

void Graph::remove(GraphNode* node) {
  for (GraphNode* dependency : std::vector(node->dependencies)) remove_edge(dependency, node);
  for (GraphNode* dependent : std::vector(node->dependents)) remove_edge(node, dependent);
  live_nodes().erase(node);
  std::erase_if(nodes_, [&](const auto& each) { return each.get() == node; });
}

bool Graph::has_edge(const GraphNode* from, const GraphNode* to) {
  return std::find(from->dependents.begin(), from->dependents.end(), to) != from->dependents.end();
}

void Graph::add_edge(GraphNode* from, GraphNode* to) {
  if (has_edge(from, to)) return;
  from->dependents.push_back(to);
  to->dependencies.push_back(from);
}

void Graph::remove_edge(GraphNode* from, GraphNode* to) {
  std::erase(from->dependents, to);
  std::erase(to->dependencies, from);
}

bool Graph::has(const GraphNode* node) const { return index_of(node) < nodes_.size(); }

size_t Graph::index_of(const GraphNode* node) const {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                  [&](const auto& each) { return each.get() == node; });
  return static_cast<size_t>(found - nodes_.begin());
}

std::vector<GraphNode*> Graph::in_order() const {
  std::map<const GraphNode*, size_t> missing, place;
  std::set<size_t> ready;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    missing[nodes_[i].get()] = nodes_[i]->dependencies.size();
    place[nodes_[i].get()] = i;
    if (nodes_[i]->dependencies.empty()) ready.insert(i);
  }
  std::vector<GraphNode*> order;
  while (!ready.empty()) {
    GraphNode* node = nodes_[*ready.begin()].get();
    ready.erase(ready.begin());
    order.push_back(node);
    for (const GraphNode* dependent : node->dependents) {
      if (--missing[dependent] == 0) ready.insert(place[dependent]);
    }
  }
  return order;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  copy->cloned_from = this;
  copy->objects = objects;
  for (const auto& [object, count] : objects) object->references += count;
  std::map<const GraphNode*, GraphNode*> clones;
  for (const auto& node : nodes_) {
    Work work = node->work;
    if (auto* child = std::get_if<ChildWork>(&work)) child->graph = child->graph->clone();
    GraphNode* added = copy->add(std::move(work), {});
    added->original = node.get();
    added->is_enabled = node->is_enabled;
    clones[node.get()] = added;
  }
  for (const auto& node : nodes_) {
    for (const GraphNode* to : node->dependents) {
      clones[node.get()]->dependents.push_back(clones[to]);
    }
    for (const GraphNode* from : node->dependencies) {
      clones[node.get()]->dependencies.push_back(clones[from]);
    }
  }
  return copy;
}

GraphNode* Graph::clone_of(const GraphNode* original) const {
  for (const auto& node : nodes_) {
    if (node->original == original) return node.get();
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      if (GraphNode* found = child->graph->clone_of(original)) return found;
    }
  }
  return nullptr;
}

bool Graph::contains(NodeType type) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    return type_of(node->work) == type || (child != nullptr && child->graph->contains(type));
  });
}

Graph* Graphs::add(std::shared_ptr<Graph> graph) {
  Graph* handle = graph.get();
  graphs[handle] = std::move(graph);
  return handle;
}

GraphExec* Graphs::add(std::unique_ptr<GraphExec> exec) {
  GraphExec* handle = exec.get();
  execs[handle] = std::move(exec);
  return handle;
}

Graph* Graphs::find(void* handle) {
  return Graph::is_graph(handle) ? static_cast<Graph*>(handle) : nullptr;
}

GraphNode* Graphs::find_node(void* handle) {
  return Graph::is_node(handle) ? static_cast<GraphNode*>(handle) : nullptr;
}

GraphExec* Graphs::find_exec(const void* handle) const {
  const auto found = execs.find(handle);
  return found == execs.end() ? nullptr : found->second.get();
}

}  // namespace gtl::runtime
